import { listEnvironments, updateRepository } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor } from "../../requests.fixture.ts";
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
