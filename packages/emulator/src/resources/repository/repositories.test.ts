import {
  checkStar,
  deleteRepository,
  getRepository,
  getSubscription,
  listOrganizationRepositories,
  putOrganizationUpdaterSecret,
  setSubscription,
  starRepository,
  updateRepository,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { as, send } from "../../calling.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const test = emulatorTest({ seed: COMPANY });

const widgets = { owner: "acme", repo: "widgets" };
const gears = { owner: "acme", repo: "gears" };

type Service = Parameters<typeof send>[0];

/** The complaints of a change that is refused with 422. */
async function refusedFields(emulator: Service, change: object, token = "alice", path = "/repos/acme/widgets") {
  const answer = await send(emulator, `PATCH ${path}`, token, { body: JSON.stringify(change) });
  expect(answer.status).toBe(422);
  return answer.body;
}

describe("a change", () => {
  test("of every switch and word is read back, and leaves the rest", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const before = await call(getRepository, widgets);
    const changes = {
      description: "Rounder",
      homepage: "https://widgets.example",
      ...{ has_issues: false, has_projects: false, has_wiki: false, has_pull_requests: false },
      ...{ allow_squash_merge: true, allow_merge_commit: false, allow_rebase_merge: false },
      ...{ is_template: true, allow_auto_merge: true, allow_update_branch: true, allow_forking: true },
      ...{ delete_branch_on_merge: true, web_commit_signoff_required: true },
      pull_request_creation_policy: "collaborators_only",
      ...{ squash_merge_commit_title: "PR_TITLE", squash_merge_commit_message: "PR_BODY" },
      ...{ merge_commit_title: "PR_TITLE", merge_commit_message: "BLANK" },
    } as const;
    // A message goes with its title: they are said together.
    const { merge_commit_title, merge_commit_message, ...alone } = changes;
    const steps = [
      ...Object.entries(alone).map(([field, value]) => ({ [field]: value })),
      { merge_commit_title, merge_commit_message },
    ];
    for (const step of steps) {
      emulator.control.clock.advance(1);
      expect(await call(updateRepository, { ...widgets, ...step })).toMatchObject(step);
    }
    const after = await call(getRepository, widgets);
    expect(after).toMatchObject({ ...changes, use_squash_pr_title_as_default: true });
    expect(after.updated_at?.localeCompare(before.updated_at ?? "")).toBe(1);
    const untouched = { ...before, ...changes, use_squash_pr_title_as_default: true, updated_at: after.updated_at };
    expect(after).toEqual(untouched);
  });

  test("of nothing changes nothing but the time of the last change", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const before = await call(getRepository, widgets);
    const after = await call(updateRepository, widgets);
    expect({ ...after, updated_at: before.updated_at }).toEqual(before);
  });

  test("takes a description away", async ({ emulator }) => {
    const { description } = await as(emulator, "alice").call(updateRepository, { ...widgets, description: "" });
    expect(description).toBeNull();
  });

  test("leaves a way to merge, and a message that goes with the title", async ({ emulator }) => {
    const none = { allow_squash_merge: false, allow_merge_commit: false, allow_rebase_merge: false };
    expect(await refusedFields(emulator, none)).toMatchObject({ errors: [{ field: "allow_merge_commit" }] });
    expect(await refusedFields(emulator, { squash_merge_commit_message: "BLANK" })).toMatchObject({
      errors: [{ field: "squash_merge_commit_message" }],
    });
    expect(await refusedFields(emulator, { merge_commit_title: "PR_TITLE" })).toMatchObject({
      errors: [{ field: "merge_commit_message" }],
    });
    const { call } = as(emulator, "alice");
    const titled = await call(updateRepository, { ...widgets, use_squash_pr_title_as_default: true });
    expect(titled).toMatchObject({ squash_merge_commit_title: "PR_TITLE", use_squash_pr_title_as_default: true });
    const back = await call(updateRepository, { ...widgets, use_squash_pr_title_as_default: false });
    expect(back).toMatchObject({ squash_merge_commit_title: "COMMIT_OR_PR_TITLE" });
    expect((await call(getRepository, widgets)).allow_squash_merge).toBe(true);
  });

  test("of security features keeps those that are not named", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const reviewers = [{ reviewer_id: 1, reviewer_type: "TEAM", mode: "EXEMPT" }] as const;
    await call(updateRepository, { ...widgets, security_and_analysis: { secret_scanning: { status: "enabled" } } });
    await call(updateRepository, {
      ...widgets,
      security_and_analysis: {
        secret_scanning_delegated_bypass: { status: "enabled" },
        secret_scanning_delegated_bypass_options: { reviewers: [...reviewers] },
      },
    });
    await call(updateRepository, { ...widgets, security_and_analysis: null });
    expect((await call(getRepository, widgets)).security_and_analysis).toEqual({
      secret_scanning: { status: "enabled" },
      secret_scanning_delegated_bypass: { status: "enabled" },
      secret_scanning_delegated_bypass_options: { reviewers },
    });
    const on = { security_and_analysis: { secret_scanning: { status: "on" } } };
    expect(await refusedFields(emulator, on)).toMatchObject({
      errors: [{ field: "security_and_analysis.secret_scanning.status" }],
    });
    const stranger = { reviewers: [{ reviewer_id: 99, reviewer_type: "TEAM" }] };
    expect(
      await refusedFields(emulator, {
        security_and_analysis: { secret_scanning_delegated_bypass_options: stranger },
      }),
    ).toMatchObject({ errors: [{ message: "there is no team 99" }] });
  });

  test("of the default branch takes one that is there", async ({ emulator }) => {
    expect(await refusedFields(emulator, { default_branch: "next" })).toMatchObject({
      errors: [{ field: "default_branch", message: expect.stringContaining("next was not found") }],
    });
    expect(await refusedFields(emulator, { default_branch: "next" }, "alice", "/repos/acme/vault")).toMatchObject({
      errors: [{ field: "default_branch", message: expect.stringContaining("empty repository") }],
    });
    const kept = await as(emulator, "alice").call(updateRepository, { ...widgets, default_branch: "main" });
    expect(kept.default_branch).toBe("main");
  });

  test("is for admins, with a token that may", async ({ emulator }) => {
    const body = JSON.stringify({ has_wiki: false });
    expect((await send(emulator, "PATCH /repos/acme/widgets", "bob", { body })).status).toBe(403);
    expect((await send(emulator, "PATCH /repos/acme/widgets", "mallory", { body })).status).toBe(403);
    expect((await send(emulator, "PATCH /repos/acme/gears", "mallory", { body })).status).toBe(404);
    expect((await send(emulator, "PATCH /repos/acme/widgets", undefined, { body })).status).toBe(401);
    expect((await send(emulator, "PATCH /repos/acme/widgets", "alice-narrow", { body })).status).toBe(200);
  });
});

describe("another name", () => {
  test("takes everything along; the old one leads to it, for reading and writing", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await call(starRepository, widgets);
    const { id } = await call(getRepository, widgets);
    const renamed = await call(updateRepository, { ...widgets, name: "gadgets" });
    expect(renamed).toMatchObject({ id, name: "gadgets", full_name: "acme/gadgets", stargazers_count: 1 });
    expect(renamed.url).toBe(`${emulator.apiUrl}/repos/acme/gadgets`);

    const read = await send(emulator, "GET /repos/acme/widgets?a=b", "alice");
    expect(read).toMatchObject({ status: 301, body: { message: "Moved Permanently" } });
    expect(read.headers.get("location")).toBe(`${emulator.apiUrl}/repositories/${id}?a=b`);
    expect((await send(emulator, `GET /repositories/${id}/stargazers`, "alice")).body).toMatchObject([
      { login: "alice" },
    ]);
    const write = await send(emulator, "PATCH /repos/acme/widgets", "alice", { body: "{}" });
    expect(write.status).toBe(307);
    expect(write.headers.get("location")).toBe(`${emulator.apiUrl}/repositories/${id}`);
    // Clients go where they are led.
    expect((await call(getRepository, widgets)).name).toBe("gadgets");
    expect((await call(updateRepository, { ...widgets, description: "Moved" })).description).toBe("Moved");
  });

  test("may come back, and then leads nowhere else", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await call(updateRepository, { ...widgets, name: "gadgets" });
    await call(updateRepository, { owner: "acme", repo: "gadgets", name: "widgets" });
    expect((await send(emulator, "GET /repos/acme/widgets", "alice")).status).toBe(200);
    expect((await send(emulator, "GET /repos/acme/gadgets", "alice")).status).toBe(301);
    // Another repository takes the name that led to this one.
    await call(updateRepository, { ...gears, name: "gadgets" });
    expect((await call(getRepository, { owner: "acme", repo: "gadgets" })).private).toBe(true);
    await call(updateRepository, { owner: "acme", repo: "gadgets", name: "gears" });
    const answer = await send(emulator, "GET /repos/acme/gadgets", "alice");
    expect(answer.headers.get("location")).toMatch(/repositories\/2$/);
  });

  test("that another one takes no longer leads back, even when that is deleted", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await call(updateRepository, { ...widgets, name: "gadgets" });
    await call(updateRepository, { ...gears, name: "widgets" });
    await call(deleteRepository, widgets);
    expect((await send(emulator, "GET /repos/acme/widgets", "alice")).status).toBe(404);
    expect((await send(emulator, "GET /repos/acme/gears", "alice")).status).toBe(404);
    expect((await send(emulator, "GET /repos/acme/gadgets", "alice")).status).toBe(200);
  });

  test("in other letters is the same address", async ({ emulator }) => {
    expect((await as(emulator, "alice").call(updateRepository, { ...widgets, name: "Widgets" })).name).toBe("Widgets");
    expect((await send(emulator, "GET /repos/acme/widgets", "alice")).status).toBe(200);
  });

  test("is made of letters that a name may have", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    expect((await call(updateRepository, { ...widgets, name: "round & small.git" })).name).toBe("round-small");
  });

  test("that is taken, empty or too long is refused, and nothing changes", async ({ emulator }) => {
    expect(await refusedFields(emulator, { name: "GEARS", description: "no" })).toMatchObject({
      errors: [{ resource: "Repository", field: "name", message: "name already exists on this account" }],
    });
    for (const name of ["", "..", "x".repeat(101)]) {
      expect(await refusedFields(emulator, { name })).toMatchObject({ errors: [{ field: "name" }] });
    }
    const { description } = await as(emulator, "alice").call(getRepository, widgets);
    expect(description).toBe("Widgets for every occasion");
  });

  test("tells nothing to who may not see it", async ({ emulator }) => {
    await as(emulator, "alice").call(updateRepository, { ...gears, name: "cogs" });
    expect((await send(emulator, "GET /repos/acme/gears", "bob")).status).toBe(301);
    expect((await send(emulator, "GET /repos/acme/gears", "mallory")).status).toBe(404);
    expect((await send(emulator, "GET /repositories/2", "mallory")).status).toBe(404);
    expect((await send(emulator, "GET /repositories/2", "bob")).status).toBe(200);
  });

  test("of two that want the same at once, one gets it", async ({ emulator }) => {
    const answers = await Promise.all(
      ["widgets", "gears", "vault"].map((repo) =>
        send(emulator, `PATCH /repos/acme/${repo}`, "alice", { body: '{"name":"prize"}' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });
});

describe("visibility", () => {
  test("hides a repository from whoever was not let in, and shows it again", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    expect(await call(updateRepository, { ...widgets, visibility: "private" })).toMatchObject({
      ...{ private: true, visibility: "private" },
    });
    expect((await send(emulator, "GET /repos/acme/widgets", "mallory")).status).toBe(404);
    expect((await send(emulator, "GET /repos/acme/widgets", "dave")).status).toBe(200);
    expect(await call(updateRepository, { ...widgets, private: false })).toMatchObject({ visibility: "public" });
    expect((await send(emulator, "GET /repos/acme/widgets")).status).toBe(200);
  });

  test("said twice is what `visibility` says", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const both = { ...widgets, private: false, visibility: "private" } as const;
    expect((await call(updateRepository, both)).private).toBe(true);
  });

  test("once changed makes forks repositories of their own; a fork's can't be changed", async ({ emulator }) => {
    const { call } = as(emulator, "bob");
    const fork = { owner: "bob", repo: "widgets" };
    expect(await call(getRepository, fork)).toMatchObject({ fork: true, parent: { full_name: "acme/widgets" } });
    expect(await refusedFields(emulator, { private: true }, "bob", "/repos/bob/widgets")).toMatchObject({
      errors: [{ field: "private" }],
    });
    await as(emulator, "alice").call(updateRepository, { ...widgets, private: true });
    const alone = await call(getRepository, fork);
    expect([alone.fork, alone.parent]).toEqual([false, undefined]);
    expect((await call(updateRepository, { ...fork, private: true })).private).toBe(true);
  });

  describe("where owners keep it to themselves", () => {
    const { organizations } = COMPANY;
    const settings = { members_can_change_repo_visibility: false, members_can_delete_repositories: false };
    const acme = { ...organizations.acme, settings };
    const repositories = { ...COMPANY.repositories, "acme/gears": { private: true, collaborators: { bob: "admin" } } };
    const test = emulatorTest({ seed: { ...COMPANY, organizations: { ...organizations, acme }, repositories } });

    test("members change and delete nothing, owners do", async ({ emulator }) => {
      expect(await refusedFields(emulator, { private: false }, "bob", "/repos/acme/gears")).toMatchObject({
        errors: [{ field: "private", message: expect.stringContaining("organization owners") }],
      });
      expect((await send(emulator, "DELETE /repos/acme/gears", "bob")).status).toBe(403);
      expect((await as(emulator, "alice").call(updateRepository, { ...gears, private: false })).private).toBe(false);
      await as(emulator, "alice").call(deleteRepository, gears);
    });
  });
});

describe("an archived repository", () => {
  test("takes nothing but its way back", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    expect((await call(updateRepository, { ...widgets, archived: true })).archived).toBe(true);
    for (const [route, body] of [
      ["PATCH /repos/acme/widgets", '{"description":"no"}'],
      ["PATCH /repos/acme/widgets", '{"archived":true}'],
      ["POST /repos/acme/widgets/actions/variables", '{"name":"A","value":"b"}'],
    ] as const) {
      expect(await send(emulator, route, "alice", { body })).toMatchObject({
        status: 403,
        body: { message: "Repository was archived so is read-only." },
      });
    }
    expect((await send(emulator, "GET /repos/acme/widgets", "alice")).status).toBe(200);
    expect(await call(updateRepository, { ...widgets, archived: false, description: "Back" })).toMatchObject({
      ...{ archived: false, description: "Back" },
    });
  });

  test("can be deleted", async ({ emulator }) => {
    await as(emulator, "alice").call(deleteRepository, { owner: "acme", repo: "museum" });
    expect((await send(emulator, "GET /repos/acme/museum", "alice")).status).toBe(404);
  });
});

describe("a repository that is deleted", () => {
  test("is gone with everything in it, under every name that it had", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await call(starRepository, gears);
    await call(setSubscription, { ...gears, subscribed: true });
    await call(updateRepository, { ...gears, name: "cogs" });
    await call(deleteRepository, { owner: "acme", repo: "cogs" });
    for (const path of ["/repos/acme/cogs", "/repos/acme/gears", "/repositories/2", "/repos/acme/cogs/subscription"]) {
      expect((await send(emulator, `GET ${path}`, "alice")).status).toBe(404);
    }
    expect(await call(checkStar, gears)).toBe(false);
    expect(await call(getSubscription, widgets)).toBeNull();
    expect((await send(emulator, "GET /user/starred", "alice")).body).toEqual([]);
    const left = await call(listOrganizationRepositories, { org: "acme", sort: "full_name" });
    expect(left.map(({ name }) => name)).toEqual(["museum", "vault", "widgets"]);
    expect((await send(emulator, "DELETE /repos/acme/cogs", "alice")).status).toBe(404);
  });

  test("leaves its name to others", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    await call(deleteRepository, gears);
    expect((await call(updateRepository, { ...widgets, name: "gears" })).full_name).toBe("acme/gears");
  });

  test("is no obstacle to what was selected for it", async ({ emulator }) => {
    const { call } = as(emulator, "alice");
    const key = await send(emulator, "GET /orgs/acme/dependabot/secrets/public-key", "alice");
    expect(key.status).toBe(200);
    const { sealSecret } = await import("@forgehand/core/sealed-box");
    const { key: publicKey, key_id } = Object(key.body);
    const secret = { org: "acme", secret_name: "KEY", key_id, encrypted_value: sealSecret("value", publicKey) };
    await call(putOrganizationUpdaterSecret, { ...secret, visibility: "selected", selected_repository_ids: [2] });
    await call(deleteRepository, gears);
    const answer = await send(emulator, "GET /orgs/acme/dependabot/secrets/KEY/repositories", "alice");
    expect(answer).toMatchObject({ status: 200, body: { total_count: 0 } });
  });

  test("if public leaves its place to the oldest fork", async ({ emulator }) => {
    await as(emulator, "alice").call(deleteRepository, widgets);
    expect(await as(emulator, "bob").call(getRepository, { owner: "bob", repo: "widgets" })).toMatchObject({
      fork: false,
    });
  });

  test("needs an admin, and the scope for it", async ({ emulator }) => {
    expect((await send(emulator, "DELETE /repos/acme/gears", "bob")).status).toBe(403);
    expect((await send(emulator, "DELETE /repos/acme/widgets", "alice-narrow")).status).toBe(403);
    await as(emulator, "bob").call(deleteRepository, { owner: "bob", repo: "notes" });
  });
});

test("its owner's organization, template and parent are told", async ({ emulator }) => {
  const own = await as(emulator, "bob").call(getRepository, { owner: "bob", repo: "widgets" });
  expect(own).toMatchObject({
    ...{ fork: true, parent: { full_name: "acme/widgets" }, source: { full_name: "acme/widgets" } },
    permissions: { admin: true, maintain: true, push: true, triage: true, pull: true },
  });
  expect(await as(emulator, "dave").call(getRepository, widgets)).toMatchObject({
    ...{ organization: { login: "acme" }, license: { spdx_id: "MIT" }, topics: ["widgets", "round"], forks_count: 1 },
    permissions: { admin: false, maintain: false, push: false, triage: true, pull: true },
  });
});
