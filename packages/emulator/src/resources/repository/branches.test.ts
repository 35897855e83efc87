import {
  compareCommits,
  getBranch,
  getCommit,
  getPullRequest,
  getRepository,
  listBranches,
  listBranchesOfHeadCommit,
  mergeBranch,
  mergeUpstream,
  renameBranch,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { siteSeed } from "./site-seed.fixture.ts";

const seed = siteSeed(
  {
    commits: [
      { branch: "topic", from: "main", message: "One", files: { "b.txt": "1\n" } },
      { branch: "clash", from: "main", message: "Clash", files: { "a.txt": "3\n" } },
      { message: "Go on", files: { "a.txt": "2\n" } },
    ],
    branches: { "topic-copy": "topic" },
    pulls: [{ number: 1, title: "Topic", author: "bob", head: "topic" }],
  },
  { "bob/site": { fork_of: "acme/site" } },
);

const test = emulatorTest({ seed });
const SITE = { owner: "acme", repo: "site" };
const FORK = { owner: "bob", repo: "site" };

const eventNames = (emulator: Emulator) =>
  emulator.control.events().map(({ event, action }) => (action ? `${event} ${action}` : event));

/** Protects a branch, with all parts off. */
const protect = (emulator: Emulator, branch: string) =>
  requestJson(emulator, `PUT /repos/acme/site/branches/${branch}/protection`, {
    required_status_checks: null,
    enforce_admins: null,
    required_pull_request_reviews: null,
    restrictions: null,
  });

test("branches are listed in pages, with a filter of protected ones", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  await protect(emulator, "topic");
  const names = async (input: object) => (await call(listBranches, { ...SITE, ...input })).map(({ name }) => name);
  expect(await names({})).toEqual(["clash", "main", "topic", "topic-copy"]);
  expect(await names({ per_page: 2, page: 2 })).toEqual(["topic", "topic-copy"]);
  expect(await names({ protected: true })).toEqual(["topic"]);
  expect(await names({ protected: false, per_page: 1, page: 3 })).toEqual(["topic-copy"]);
  expect((await sendRequest(emulator, "GET /repos/acme/site/branches?per_page=3", "bob")).link).toContain("page=2");
  expect(await call(listBranches, { owner: "acme", repo: "blank" })).toEqual([]);
});

test("a branch has its head commit and a summary of its protection", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const { sha } = await call(getCommit, { ...SITE, ref: "main" });
  expect(await call(getBranch, { ...SITE, branch: "main" })).toMatchObject({
    name: "main",
    commit: { sha, commit: { message: expect.stringMatching("^Go on") } },
    protected: false,
    protection: { enabled: false, required_status_checks: { enforcement_level: "off", contexts: [] } },
  });
  expect(await call(getBranch, { ...SITE, branch: "none" })).toBeNull();
  const missing = await requestJson(emulator, "GET /repos/acme/site/branches/none");
  expect(missing.body).toMatchObject({ message: "Branch not found" });
});

test("a ruleset also protects branches", async ({ emulator }) => {
  const conditions = { ref_name: { include: ["~DEFAULT_BRANCH"] }, repository_name: { include: ["~ALL"] } };
  const ruleset = { name: "Whole", enforcement: "active", target: "branch", rules: [{ type: "deletion" }], conditions };
  await requestJson(emulator, "POST /orgs/acme/rulesets", ruleset);
  const { call } = clientFor(emulator, "bob");
  expect((await call(listBranches, { ...SITE, protected: true })).map(({ name }) => name)).toEqual(["main"]);
});

test("the branches at a commit are listed", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const { sha } = await call(getCommit, { ...SITE, ref: "topic" });
  const found = await call(listBranchesOfHeadCommit, { ...SITE, commit_sha: sha });
  expect(found.map(({ name }) => name)).toEqual(["topic", "topic-copy"]);
  const unknown = await requestJson(emulator, "GET /repos/acme/site/commits/0000000/branches-where-head");
  expect(unknown.status).toBe(422);
  const blank = await requestJson(emulator, "GET /repos/acme/blank/commits/0000000/branches-where-head");
  expect(blank.status).toBe(409);
});

describe("renaming a branch", () => {
  test("moves its pull requests and redirects the old name", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const renamed = await call(renameBranch, { ...SITE, branch: "topic", new_name: "subject" });
    expect(renamed.name).toBe("subject");
    expect((await call(getPullRequest, { ...SITE, pull_number: 1 })).head.ref).toBe("subject");
    const former = await sendRequest(emulator, "GET /repos/acme/site/branches/topic", "bob");
    expect(former.status).toBe(301);
    expect(former.headers.get("location")).toMatch(/\/branches\/subject$/);
    expect(eventNames(emulator)).toEqual(["create", "push", "delete", "push"]);
  });

  test("requires an administrator for the default branch, which changes", async ({ emulator }) => {
    const path = "POST /repos/acme/site/branches/main/rename";
    expect((await requestJson(emulator, path, { new_name: "trunk" }, "bob")).status).toBe(403);
    expect((await requestJson(emulator, path, { new_name: "topic" })).status).toBe(422);
    expect((await requestJson(emulator, path, { new_name: "a..b" })).status).toBe(422);
    const { call } = clientFor(emulator, "alice");
    await protect(emulator, "main");
    expect(await call(renameBranch, { ...SITE, branch: "main", new_name: "trunk" })).toMatchObject({ protected: true });
    expect((await call(getRepository, SITE)).default_branch).toBe("trunk");
    expect((await call(getPullRequest, { ...SITE, pull_number: 1 })).base.ref).toBe("trunk");
  });

  test("fails for a missing branch", async ({ emulator }) => {
    const path = "POST /repos/acme/site/branches/none/rename";
    expect((await requestJson(emulator, path, { new_name: "some" })).status).toBe(404);
  });
});

describe("merging a branch", () => {
  test("creates a merge commit once", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const merge = { ...SITE, base: "main", head: "topic" };
    const commit = await call(mergeBranch, { ...merge, commit_message: "Together" });
    expect(commit).toMatchObject({ author: { login: "bob" }, commit: { message: "Together" } });
    expect(commit?.parents).toHaveLength(2);
    expect((await call(getBranch, { ...SITE, branch: "main" }))?.commit.sha).toBe(commit?.sha);
    expect(await call(mergeBranch, merge)).toBeUndefined();
    expect(eventNames(emulator)).toEqual(["push", "pull_request closed"]);
    const copy = await call(mergeBranch, { ...SITE, base: "topic-copy", head: "main" });
    expect(copy?.commit.message).toBe("Merge main into topic-copy");
  });

  test("fails if the branches conflict, are missing or protected", async ({ emulator }) => {
    const merge = async (body: object, token = "bob") => {
      const response = await requestJson(emulator, "POST /repos/acme/site/merges", body, token);
      return [response.status, Object(response.body).message];
    };
    expect(await merge({ base: "main", head: "clash" })).toEqual([409, "Merge conflict"]);
    expect(await merge({ base: "none", head: "topic" })).toEqual([404, "Base does not exist"]);
    expect(await merge({ base: "main", head: "none" })).toEqual([404, "Head does not exist"]);
    expect((await merge({ base: "main", head: "topic" }, "mallory"))[0]).toBe(403);
    await requestJson(emulator, "PUT /repos/acme/site/branches/main/protection", {
      required_status_checks: null,
      enforce_admins: null,
      required_pull_request_reviews: {},
      restrictions: null,
    });
    expect(await merge({ base: "main", head: "topic" })).toEqual([403, "Changes must be made through a pull request."]);
    expect(eventNames(emulator)).toEqual(["branch_protection_rule created"]);
  });
});

describe("updating a fork", () => {
  test("fast-forwards, merges, and fails on conflicts", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const sync = (branch: string) => call(mergeUpstream, { ...FORK, branch });
    expect(await sync("main")).toEqual({
      message: "This branch is not behind the upstream acme:main.",
      merge_type: "none",
      base_branch: "acme:main",
    });
    const write = (repo: string, path: string, text: string) =>
      requestJson(
        emulator,
        `PUT /repos/${repo}/contents/${path}`,
        { message: path, content: Buffer.from(text).toString("base64") },
        "bob",
      );
    await write("acme/site", "up.txt", "up\n");
    expect(await sync("main")).toMatchObject({ merge_type: "fast-forward" });
    const heads = await Promise.all([SITE, FORK].map((repository) => call(getCommit, { ...repository, ref: "main" })));
    expect(heads[0]?.sha).toBe(heads[1]?.sha);
    await write("bob/site", "own.txt", "own\n");
    // A comparison can name the branch of a fork.
    const ahead = await call(compareCommits, { ...SITE, basehead: "main...bob:main" });
    expect(ahead.files?.map(({ filename }) => filename)).toEqual(["own.txt"]);
    await write("acme/site", "more.txt", "more\n");
    expect(await sync("main")).toMatchObject({ merge_type: "merge" });
    const { ahead_by } = await call(compareCommits, { ...FORK, basehead: `${heads[0]?.sha}...main` });
    expect(ahead_by).toBe(3);
    await write("bob/site", "both.txt", "mine\n");
    await write("acme/site", "both.txt", "theirs\n");
    const conflict = await requestJson(emulator, "POST /repos/bob/site/merge-upstream", { branch: "main" }, "bob");
    expect(conflict.status).toBe(409);
  });

  test("requires a parent with the branch", async ({ emulator }) => {
    const sync = async (repo: string, branch: string) =>
      (await requestJson(emulator, `POST /repos/${repo}/merge-upstream`, { branch }, "bob")).status;
    expect(await sync("acme/site", "main")).toBe(422);
    expect(await sync("bob/site", "none")).toBe(422);
  });
});
