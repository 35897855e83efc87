import { randomUUID } from "node:crypto";
import {
  deleteBranchProtection,
  getBranch,
  getBranchProtection,
  getCommit,
  getRequiredSignatures,
  listRuleSuites,
  putBranchProtection,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {}, carol: {}, mallory: {} },
  organizations: {
    acme: { members: { alice: "owner", carol: "member" }, teams: { makers: { members: ["carol"] } } },
  },
  repositories: {
    "acme/site": {
      collaborators: { bob: "push", carol: "push" },
      teams: { makers: "push" },
      files: { "a.txt": "1\n" },
      commits: [
        { branch: "topic", from: "main", message: "One", files: { "b.txt": "1\n" } },
        { branch: "releases/1", from: "main", message: "Release", files: { "c.txt": "1\n" } },
        { message: "Two", files: { "d.txt": "1\n" } },
      ],
      pulls: [{ number: 1, title: "Topic", author: "bob", head: "topic" }],
      branch_protections: { "releases/*": { lock_branch: true, required_signatures: true } },
      hooks: [{ url: "https://example.com/hook", events: ["*"] }],
    },
    "bob/own": { files: { "a.txt": "1\n" } },
  },
  apps: { helper: { owner: "acme", permissions: "all", installations: { acme: {} } } },
  tokens: Object.fromEntries(
    ["alice", "bob", "carol", "mallory"].map((user) => [user, { kind: "classic", user, scopes: "all" }]),
  ),
};

const test = emulatorTest({ seed });
const SITE = { owner: "acme", repo: "site" };
const MAIN = { ...SITE, branch: "main" };
const OFF = {
  required_status_checks: null,
  enforce_admins: null,
  required_pull_request_reviews: null,
  restrictions: null,
};

const protect = (emulator: Emulator, settings: object, branch = "main") =>
  requestJson(emulator, `PUT /repos/acme/site/branches/${branch}/protection`, { ...OFF, ...settings });

/** Writes a file, and returns the status and the message of a rejection. */
async function write(emulator: Emulator, token: string, branch = "main") {
  const body = { message: "Write", content: "YQ==", branch };
  const path = `PUT /repos/acme/site/contents/${randomUUID()}.txt`;
  const response = await requestJson(emulator, path, body, token);
  const message = String(Object(response.body).message);
  return response.status === 201 ? 201 : [response.status, message.replace(/^Could not create file: /, "")];
}

test("a protection is created, replaced and deleted", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  expect(await call(getBranchProtection, MAIN)).toBeNull();
  const created = await call(putBranchProtection, {
    ...MAIN,
    required_status_checks: { strict: true, contexts: [], checks: [{ context: "ci", app_id: -1 }] },
    enforce_admins: true,
    required_pull_request_reviews: {
      dismiss_stale_reviews: true,
      required_approving_review_count: 2,
      dismissal_restrictions: { users: ["bob"] },
    },
    restrictions: { users: ["bob", "mallory"], teams: ["makers"], apps: ["helper"] },
    required_linear_history: true,
  });
  const url = `${emulator.apiUrl}/repos/acme/site/branches/main/protection`;
  expect(created).toMatchObject({
    url,
    required_status_checks: { strict: true, contexts: ["ci"], checks: [{ context: "ci", app_id: null }] },
    enforce_admins: { url: `${url}/enforce_admins`, enabled: true },
    required_pull_request_reviews: {
      dismiss_stale_reviews: true,
      require_code_owner_reviews: false,
      required_approving_review_count: 2,
      dismissal_restrictions: { users: [{ login: "bob" }], teams: [], apps: [] },
    },
    // Users without write access are left out.
    restrictions: { users: [{ login: "bob" }], teams: [{ slug: "makers" }], apps: [{ slug: "helper" }] },
    required_linear_history: { enabled: true },
    allow_force_pushes: { enabled: false },
  });
  expect(await call(getBranchProtection, MAIN)).toEqual(created);
  expect(await call(getBranch, MAIN)).toMatchObject({
    protected: true,
    protection: { enabled: true, required_status_checks: { enforcement_level: "everyone", contexts: ["ci"] } },
  });
  const replaced = await call(putBranchProtection, { ...MAIN, ...OFF, allow_deletions: true });
  expect(replaced).toMatchObject({ enforce_admins: { enabled: false }, allow_deletions: { enabled: true } });
  for (const part of ["required_status_checks", "required_pull_request_reviews", "restrictions"])
    expect(replaced).not.toHaveProperty(part);
  await call(deleteBranchProtection, MAIN);
  expect(await call(getBranchProtection, MAIN)).toBeNull();
  expect(emulator.control.events().map(({ event, action }) => `${event} ${action}`)).toEqual([
    "branch_protection_rule created",
    "branch_protection_rule edited",
    "branch_protection_rule deleted",
  ]);
});

test("a pattern protects branches, and the settings of one branch take precedence", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const release = { ...SITE, branch: "releases/1" };
  expect(await call(getBranchProtection, release)).toMatchObject({ lock_branch: { enabled: true } });
  expect(await call(getRequiredSignatures, release)).toMatchObject({ enabled: true });
  await call(putBranchProtection, { ...release, ...OFF });
  expect(await call(getBranchProtection, release)).toMatchObject({ lock_branch: { enabled: false } });
});

test("protections are hidden from those without administration, and need a branch", async ({ emulator }) => {
  const answer = async (route: string, token: string, body?: object) => {
    const response = await requestJson(emulator, route, body, token);
    return [response.status, Object(response.body).message];
  };
  const path = "/repos/acme/site/branches/main/protection";
  expect((await answer(`GET ${path}`, "bob"))[0]).toBe(403);
  expect(await answer(`GET ${path}`, "alice")).toEqual([404, "Branch not protected"]);
  expect(await answer(`DELETE ${path}`, "alice")).toEqual([404, "Branch not protected"]);
  expect(await answer("GET /repos/acme/site/branches/none/protection", "alice")).toEqual([404, "Branch not found"]);
  expect(await answer("PUT /repos/acme/site/branches/none/protection", "alice", OFF)).toEqual([
    404,
    "Branch not found",
  ]);
  expect((await answer(`PUT ${path}`, "alice", { ...OFF, restrictions: undefined }))[0]).toBe(422);
  const restrictions = { users: [], teams: [] };
  const own = await requestJson(
    emulator,
    "PUT /repos/bob/own/branches/main/protection",
    { ...OFF, restrictions },
    "bob",
  );
  expect(own.status).toBe(422);
  expect(Object(own.body).errors).toEqual(["Only organization repositories can have users and team restrictions"]);
});

describe("a protection rejects", () => {
  test("pushes without a pull request, also of administrators if enforced", async ({ emulator }) => {
    const message = "Changes must be made through a pull request.";
    await protect(emulator, { required_pull_request_reviews: {} });
    expect(await write(emulator, "bob")).toEqual([409, message]);
    expect(await write(emulator, "alice")).toBe(201);
    await protect(emulator, { required_pull_request_reviews: {}, enforce_admins: true });
    expect(await write(emulator, "alice")).toEqual([409, message]);
    const file = { message: "Write", content: "YQ==" };
    const created = await requestJson(emulator, "PUT /repos/acme/site/contents/new.txt", file, "bob");
    expect(created.body).toMatchObject({ message: `Could not create file: ${message}` });
    const { sha } = Object((await requestJson(emulator, "GET /repos/acme/site/contents/a.txt")).body);
    const path = "/repos/acme/site/contents/a.txt";
    const updated = await requestJson(emulator, `PUT ${path}`, { ...file, sha }, "bob");
    expect(updated.body).toMatchObject({ message: `Could not update file: ${message}` });
    const deleted = await requestJson(emulator, `DELETE ${path}`, { message: "Delete", sha }, "bob");
    expect(deleted.body).toMatchObject({ message: `Could not delete file: ${message}` });
    const bypass_pull_request_allowances = { users: ["bob"] };
    await protect(emulator, { required_pull_request_reviews: { bypass_pull_request_allowances } });
    expect(await write(emulator, "bob")).toBe(201);
    const suites = await clientFor(emulator, "alice").call(listRuleSuites, { org: "acme" });
    expect(suites.map(({ result }) => result)).toEqual(["bypass", "fail", "fail", "fail", "fail", "bypass", "fail"]);
  });

  test("merges without approvals", async ({ emulator }) => {
    await protect(emulator, { required_pull_request_reviews: { required_approving_review_count: 1 } });
    const pull = { repository: "acme/site", pull: 1 };
    const merge = () => emulator.control.transition({ ...pull, to: "merged", by: "bob" });
    expect(merge).toThrow(/^At least 1 approving review is required by reviewers with write access\.$/);
    emulator.control.review({ ...pull, user: "carol", state: "approved" });
    merge();
  });

  test("merges without successful checks, and of outdated branches if strict", async ({ emulator }) => {
    const merge = () => emulator.control.transition({ repository: "acme/site", pull: 1, to: "merged", by: "bob" });
    await protect(emulator, { required_status_checks: { strict: false, contexts: ["ci"] } });
    expect(merge).toThrow('Required status check "ci" is expected.');
    await protect(emulator, { required_status_checks: { strict: true, contexts: [] } });
    expect(merge).toThrow("The head branch is not up to date with the base branch.");
  });

  test("pushes of those that are not listed", async ({ emulator }) => {
    await protect(emulator, { restrictions: { users: [], teams: ["makers"] } });
    expect(await write(emulator, "bob")).toEqual([409, "You're not authorized to push to this branch."]);
    expect(await write(emulator, "carol")).toBe(201);
  });

  test("changes of a locked branch", async ({ emulator }) => {
    expect(await write(emulator, "bob", "releases/1")).toEqual([
      409,
      "Cannot change this locked branch Commits must have verified signatures.",
    ]);
  });

  test("force pushes and deletions, even of administrators", async ({ emulator }) => {
    await protect(emulator, {}, "topic");
    const { sha } = await clientFor(emulator, "alice").call(getCommit, { ...SITE, ref: "main" });
    const path = "/repos/acme/site/git/refs/heads/topic";
    const force = () => requestJson(emulator, `PATCH ${path}`, { sha, force: true });
    const remove = () => requestJson(emulator, `DELETE ${path}`);
    expect((await force()).body).toMatchObject({ message: "Cannot force-push to this protected branch" });
    expect((await remove()).body).toMatchObject({ message: "Cannot delete this protected branch" });
    await protect(emulator, { allow_force_pushes: true, allow_deletions: true }, "topic");
    expect((await force()).status).toBe(200);
    expect((await remove()).status).toBe(204);
  });

  test("merge commits, if the history must be linear", async ({ emulator }) => {
    await protect(emulator, { required_linear_history: true });
    const merge = await requestJson(emulator, "POST /repos/acme/site/merges", { base: "main", head: "topic" }, "bob");
    expect(merge.body).toMatchObject({ message: "This branch must not contain merge commits." });
  });
});
