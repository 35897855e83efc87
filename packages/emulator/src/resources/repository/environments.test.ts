import {
  createEnvironmentVariable,
  deleteEnvironment,
  getEnvironment,
  getUser,
  listEnvironments,
  listEnvironmentVariables,
  putEnvironment,
  updateRepository,
} from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const test = emulatorTest({
  seed: {
    users: { alice: {}, bob: {}, mallory: {} },
    organizations: {
      acme: {
        members: { alice: "owner", bob: "member" },
        teams: { deployers: { name: "Deployers", members: ["bob"] } },
      },
    },
    repositories: {
      "acme/widgets": {
        environments: {
          staging: { created: "2026-01-31T12:00:00Z" },
          Production: {
            wait_timer: 30,
            reviewers: ["alice", "team:deployers"],
            prevent_self_review: true,
            branches: "protected",
          },
          "review/eu west": { branches: "custom" },
        },
      },
      "acme/gears": { private: true, environments: { production: {} } },
      "acme/bolts": {},
    },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      mallory: { kind: "classic", user: "mallory" },
      narrow: { kind: "fine-grained", user: "alice", permissions: { secrets: "read" } },
      bob: { kind: "classic", user: "bob", scopes: ["repo"] },
      admin: { kind: "fine-grained", user: "alice", owner: "acme", permissions: { administration: "write" } },
    },
  },
});

const WIDGETS = { owner: "acme", repo: "widgets" };

test("environments have their protection rules", async ({ emulator }) => {
  const { total_count, environments = [] } = await clientFor(emulator, "alice").call(listEnvironments, WIDGETS);
  expect(total_count).toBe(3);
  const url = `${emulator.apiUrl}/repos/acme/widgets/environments`;
  const activity = `${emulator.webUrl}/acme/widgets/deployments/activity_log?environments_filter=`;
  expect(environments).toMatchObject([
    {
      name: "Production",
      url: `${url}/Production`,
      html_url: `${activity}Production`,
      protection_rules: [
        { type: "wait_timer", wait_timer: 30 },
        {
          type: "required_reviewers",
          prevent_self_review: true,
          reviewers: [
            { type: "User", reviewer: { login: "alice" } },
            { type: "Team", reviewer: { slug: "deployers" } },
          ],
        },
        { type: "branch_policy" },
      ],
      deployment_branch_policy: { protected_branches: true, custom_branch_policies: false },
    },
    {
      name: "review/eu west",
      url: `${url}/review%2Feu%20west`,
      html_url: `${activity}review%2Feu%20west`,
      protection_rules: [{ type: "branch_policy" }],
      deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
    },
    {
      name: "staging",
      created_at: "2026-01-31T12:00:00Z",
      updated_at: "2026-01-31T12:00:00Z",
      protection_rules: [],
      deployment_branch_policy: null,
    },
  ]);
  const rules = environments.flatMap(({ protection_rules }) => protection_rules ?? []);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  expect(new Set(environments.map(({ id }) => id)).size).toBe(3);
});

test("environments are paginated, and the list is empty for a repository without environments", async ({
  emulator,
}) => {
  const { call, items } = clientFor(emulator, "alice");
  const names = [];
  for await (const { name } of items(listEnvironments, { ...WIDGETS, per_page: 1 })) names.push(name);
  expect(names).toEqual(["Production", "review/eu west", "staging"]);
  expect(await call(listEnvironments, { owner: "acme", repo: "bolts" })).toEqual({ total_count: 0, environments: [] });
});

test("environments of private repositories require access and the permission", async ({ emulator }) => {
  const gears = { owner: "acme", repo: "gears" };
  expect((await clientFor(emulator).call(listEnvironments, WIDGETS)).total_count).toBe(3);
  expect((await clientFor(emulator, "alice").call(listEnvironments, gears)).total_count).toBe(1);
  await expect(clientFor(emulator).call(listEnvironments, gears)).rejects.toMatchObject({ status: 404 });
  await expect(clientFor(emulator, "mallory").call(listEnvironments, gears)).rejects.toMatchObject({ status: 404 });
  await expect(clientFor(emulator, "narrow").call(listEnvironments, gears)).rejects.toMatchObject({ status: 403 });
});

test("environments keep their data when the repository is renamed", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  await call(listEnvironments, WIDGETS);
  await call(updateRepository, { ...WIDGETS, name: "gadgets" });
  expect((await call(listEnvironments, { owner: "acme", repo: "gadgets" })).environments).toMatchObject([
    { url: `${emulator.apiUrl}/repos/acme/gadgets/environments/Production` },
    { name: "review/eu west" },
    { name: "staging" },
  ]);
});

test("an environment can be created, read, replaced and deleted", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const qa = { ...WIDGETS, environment_name: "QA/eu" };
  expect(await call(getEnvironment, qa)).toBeNull();
  const [bob, alice] = [await call(getUser, { username: "bob" }), await call(getUser, { username: "alice" })];
  const [deployers] = Object(await requestJson(emulator, "GET /orgs/acme/teams")).body;
  const created = await call(putEnvironment, {
    ...qa,
    wait_timer: 5,
    prevent_self_review: true,
    reviewers: [
      { type: "Team", id: deployers.id },
      { type: "User", id: alice.id },
    ],
    deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
  });
  expect(created).toMatchObject({
    name: "QA/eu",
    protection_rules: [
      { type: "wait_timer", wait_timer: 5 },
      {
        type: "required_reviewers",
        prevent_self_review: true,
        reviewers: [{ reviewer: { slug: "deployers" } }, { reviewer: { login: "alice" } }],
      },
      { type: "branch_policy" },
    ],
    deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
  });
  expect(await call(getEnvironment, { ...qa, environment_name: "qa/EU" })).toEqual(created);

  // Rules that stay keep their ids; omitted ones are removed.
  emulator.control.clock.advance(60);
  const replaced = await call(putEnvironment, { ...qa, reviewers: [{ type: "User", id: bob.id }] });
  expect(replaced).toMatchObject({
    id: created.id,
    created_at: created.created_at,
    protection_rules: [{ id: created.protection_rules?.[1]?.id, prevent_self_review: false }],
    deployment_branch_policy: null,
  });
  expect(replaced.protection_rules).toHaveLength(1);
  expect(replaced.updated_at).not.toBe(created.updated_at);

  await call(createEnvironmentVariable, { ...qa, name: "REGION", value: "eu" });
  await call(deleteEnvironment, qa);
  expect(await call(getEnvironment, qa)).toBeNull();
  await expect(call(deleteEnvironment, qa)).rejects.toMatchObject({ status: 404 });
  // Without a body, the environment has no protection; it starts without the former one's variables.
  expect((await requestJson(emulator, "PUT /repos/acme/widgets/environments/QA%2Feu")).status).toBe(200);
  expect((await call(listEnvironmentVariables, qa)).total_count).toBe(0);
});

test("an environment must have valid protection rules", async ({ emulator }) => {
  const path = "/repos/acme/widgets/environments/new";
  const mallory = Object(await requestJson(emulator, "GET /users/mallory")).body.id;
  const reviewer = { type: "User", id: 4711 };
  for (const [body, field] of [
    [{ wait_timer: -1 }, "wait_timer"],
    [{ wait_timer: 43_201 }, "wait_timer"],
    [{ reviewers: [reviewer] }, "reviewers"],
    [{ reviewers: [{ type: "Team", id: 4711 }] }, "reviewers"],
    [{ reviewers: [{ type: "User", id: mallory }] }, "reviewers"],
    [{ reviewers: Array.from({ length: 7 }, () => reviewer) }, "reviewers"],
    [
      { deployment_branch_policy: { protected_branches: true, custom_branch_policies: true } },
      "deployment_branch_policy",
    ],
    [
      { deployment_branch_policy: { protected_branches: false, custom_branch_policies: false } },
      "deployment_branch_policy",
    ],
  ] as const) {
    expect(await requestJson(emulator, `PUT ${path}`, body)).toMatchObject({
      status: 422,
      body: { errors: [{ field }] },
    });
  }
  const { status } = await requestJson(emulator, `PUT /repos/acme/widgets/environments/${"x".repeat(256)}`);
  expect(status).toBe(422);
  expect((await requestJson(emulator, `GET ${path}`)).status).toBe(404);
});

test("changing an environment requires an administrator", async ({ emulator }) => {
  const path = "/repos/acme/widgets/environments/staging";
  for (const token of ["bob", "mallory", "narrow"]) {
    for (const method of ["PUT", "DELETE"]) {
      expect((await requestJson(emulator, `${method} ${path}`, undefined, token)).status, token).toBe(403);
    }
  }
  expect(await clientFor(emulator).call(getEnvironment, { ...WIDGETS, environment_name: "staging" })).not.toBeNull();
  expect((await requestJson(emulator, `PUT ${path}`, { wait_timer: 1 }, "admin")).status).toBe(200);
  expect((await requestJson(emulator, `DELETE ${path}`, undefined, "admin")).status).toBe(204);
});
