import {
  createGitCommit,
  createRef,
  deleteRef,
  getCommit,
  getPullRequest,
  getRef,
  listMatchingRefs,
  updateRef,
} from "@forgehand/core/operations";
import { expect } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { siteSeed } from "./site-seed.fixture.ts";

const seed = siteSeed({
  commits: [
    { branch: "topic", from: "main", message: "One", files: { "b.txt": "1\n" } },
    { branch: "upper", from: "topic", message: "Two", files: { "c.txt": "1\n" } },
  ],
  tags: { v1: "main" },
  pulls: [
    { number: 1, title: "Topic", author: "bob", head: "topic" },
    { number: 2, title: "Upper", author: "bob", head: "upper", base: "topic" },
  ],
});

const test = emulatorTest({ seed });
const SITE = { owner: "acme", repo: "site" };

const shaOf = async (emulator: Emulator, ref: string) =>
  (await clientFor(emulator, "alice").call(getCommit, { ...SITE, ref })).sha;

const eventNames = (emulator: Emulator) =>
  emulator.control.events().map(({ event, action }) => (action ? `${event} ${action}` : event));

test("refs are read by name and listed by prefix", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const sha = await shaOf(emulator, "main");
  expect(await call(getRef, { ...SITE, ref: "heads/main" })).toMatchObject({
    ref: "refs/heads/main",
    url: `${emulator.apiUrl}/repos/acme/site/git/refs/heads/main`,
    object: { sha, type: "commit", url: `${emulator.apiUrl}/repos/acme/site/git/commits/${sha}` },
  });
  expect(await call(getRef, { ...SITE, ref: "heads/ma" })).toBeNull();
  const names = async (ref: string) => (await call(listMatchingRefs, { ...SITE, ref })).map((found) => found.ref);
  expect(await names("heads")).toEqual(["refs/heads/main", "refs/heads/topic", "refs/heads/upper"]);
  expect(await names("heads/t")).toEqual(["refs/heads/topic"]);
  expect(await names("tags")).toEqual(["refs/tags/v1"]);
  expect(await names("heads/%")).toEqual([]);
  expect((await requestJson(emulator, "GET /repos/acme/blank/git/matching-refs/heads")).status).toBe(409);
});

test("branches and tags are created with events", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const sha = await shaOf(emulator, "topic");
  const created = await call(createRef, { ...SITE, ref: "refs/heads/feature/new", sha });
  expect(created).toMatchObject({ ref: "refs/heads/feature/new", object: { sha } });
  await call(createRef, { ...SITE, ref: "refs/tags/v2", sha });
  await call(createRef, { ...SITE, ref: "refs/notes/mine", sha });
  expect(eventNames(emulator)).toEqual(["create", "push", "create", "push"]);
});

test("invalid refs are rejected", async ({ emulator }) => {
  const sha = await shaOf(emulator, "main");
  const { commit } = await clientFor(emulator).call(getCommit, { ...SITE, ref: "main" });
  const create = async (body: object, token?: string, repo = "site") => {
    const response = await requestJson(emulator, `POST /repos/acme/${repo}/git/refs`, body, token);
    return [response.status, Object(response.body).message];
  };
  expect(await create({ ref: "refs/heads/main", sha })).toEqual([422, "Reference already exists"]);
  expect(await create({ ref: "refs/heads/new", sha: "0".repeat(40) })).toEqual([422, "Object does not exist"]);
  expect(await create({ ref: "refs/heads/new", sha: commit.tree.sha })).toEqual([422, "Reference update failed"]);
  expect(await create({ ref: "refs/heads/a..b", sha })).toEqual([422, "refs/heads/a..b is not a valid ref name."]);
  expect(await create({ ref: "refs/heads/main/sub", sha })).toEqual([422, "Reference update failed"]);
  expect(await create({ ref: "refs/pull/9/head", sha })).toEqual([422, "deny updating a hidden ref"]);
  expect((await create({ ref: "main", sha }))[0]).toBe(422);
  expect((await create({ ref: "refs/heads/new", sha }, "mallory"))[0]).toBe(403);
  expect((await create({ ref: "refs/heads/new", sha }, "alice", "blank"))[0]).toBe(409);
  expect(eventNames(emulator)).toEqual([]);
});

test("a ref moves forward, and backward only by force", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const [main, upper] = [await shaOf(emulator, "main"), await shaOf(emulator, "upper")];
  const moved = await call(updateRef, { ...SITE, ref: "heads/topic", sha: upper });
  expect(moved.object.sha).toBe(upper);
  const back = { sha: main };
  const refused = await requestJson(emulator, "PATCH /repos/acme/site/git/refs/heads/topic", back, "bob");
  expect(refused).toMatchObject({ status: 422, body: { message: "Update is not a fast forward" } });
  await call(updateRef, { ...SITE, ref: "heads/topic", ...back, force: true });
  expect(await shaOf(emulator, "topic")).toBe(main);
  const missing = await requestJson(emulator, "PATCH /repos/acme/site/git/refs/heads/none", back, "bob");
  expect(missing).toMatchObject({ status: 422, body: { message: "Reference does not exist" } });
  const unknown = { sha: "0".repeat(40) };
  expect((await requestJson(emulator, "PATCH /repos/acme/site/git/refs/heads/topic", unknown)).status).toBe(422);
});

test("the event of a push says whether it was forced", async () => {
  await using service = await startWithWebhooks();
  const { call } = service.client("bob");
  const widgets = { owner: "acme", repo: "widgets" };
  const tip = async (ref: string) => (await call(getCommit, { ...widgets, ref })).sha;
  const [round, rounder] = [await tip("round"), await tip("rounder")];
  await call(updateRef, { ...widgets, ref: "heads/round", sha: rounder });
  await call(updateRef, { ...widgets, ref: "heads/round", sha: round, force: true });
  const events = await service.receivedEvents("acme/widgets");
  const pushes = events.filter(({ event }) => event === "push");
  expect(pushes.map(({ payload }) => Object(payload).forced)).toEqual([false, true]);
});

test("pull requests follow their branches", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const { commit, sha } = await call(getCommit, { ...SITE, ref: "topic" });
  const more = await call(createGitCommit, { ...SITE, message: "More", tree: commit.tree.sha, parents: [sha] });
  await call(updateRef, { ...SITE, ref: "heads/topic", sha: more.sha });
  expect(eventNames(emulator)).toEqual(["push", "pull_request synchronize"]);
  expect((await call(getPullRequest, { ...SITE, pull_number: 1 })).head.sha).toBe(more.sha);
  // A push of the pull request's commits to its base branch merges it.
  await call(updateRef, { ...SITE, ref: "heads/main", sha: more.sha });
  expect(await call(getPullRequest, { ...SITE, pull_number: 1 })).toMatchObject({ state: "closed", merged: true });
  expect(eventNames(emulator).slice(2)).toEqual(["push", "pull_request closed"]);
  // The pull request into a merged branch continues into the branch that has its commits.
  await call(deleteRef, { ...SITE, ref: "heads/topic" });
  expect(await call(getPullRequest, { ...SITE, pull_number: 2 })).toMatchObject({
    state: "open",
    base: { ref: "main" },
  });
});

test("deleting a branch closes its pull requests", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  await call(deleteRef, { ...SITE, ref: "heads/topic" });
  for (const pull_number of [1, 2])
    expect(await call(getPullRequest, { ...SITE, pull_number })).toMatchObject({ state: "closed", merged: false });
  expect(eventNames(emulator).toSorted()).toEqual(["delete", "pull_request closed", "pull_request closed", "push"]);
  const again = await requestJson(emulator, "DELETE /repos/acme/site/git/refs/heads/topic");
  expect(again).toMatchObject({ status: 422, body: { message: "Reference does not exist" } });
  const main = await requestJson(emulator, "DELETE /repos/acme/site/git/refs/heads/main");
  expect(main).toMatchObject({ status: 422, body: { message: "Cannot delete the default branch" } });
  expect((await requestJson(emulator, "DELETE /repos/acme/site/git/refs/tags/v1", undefined, "mallory")).status).toBe(
    403,
  );
  await call(deleteRef, { ...SITE, ref: "tags/v1" });
  expect(await call(getRef, { ...SITE, ref: "tags/v1" })).toBeNull();
});

test("rules of the organization apply to every ref update", async ({ emulator }) => {
  const rules = [{ type: "deletion" }, { type: "non_fast_forward" }, { type: "creation" }];
  const ruleset = { name: "Whole", enforcement: "active", rules };
  const conditions = { ref_name: { include: ["~ALL"] }, repository_name: { include: ["~ALL"] } };
  await requestJson(emulator, "POST /orgs/acme/rulesets", { ...ruleset, target: "branch", conditions });
  const sha = await shaOf(emulator, "main");
  expect(
    await Promise.all([
      requestJson(emulator, "DELETE /repos/acme/site/git/refs/heads/topic", undefined, "bob"),
      requestJson(emulator, "PATCH /repos/acme/site/git/refs/heads/topic", { sha, force: true }, "bob"),
      requestJson(emulator, "POST /repos/acme/site/git/refs", { ref: "refs/heads/new", sha }, "bob"),
    ]),
  ).toMatchObject(
    Array.from({ length: 3 }, () => ({
      status: 422,
      body: { message: expect.stringMatching(/^Repository rule violations found/) },
    })),
  );
  expect(eventNames(emulator).filter((name) => name === "push")).toEqual([]);
});
