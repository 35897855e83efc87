import {
  createCommitComment,
  createCommitStatus,
  getCombinedStatus,
  getCommit,
  getCommitComment,
  listCommitStatuses,
} from "@forgehand/core/operations";
import { expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { widgetsSeed } from "./widgets-seed.fixture.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

const test = emulatorTest({
  seed: widgetsSeed({
    commits: [{ message: "One", files: { "one.md": "1\n" } }],
    commit_statuses: [
      { context: "ci/a", state: "pending", creator: "bob" },
      { context: "ci/b", state: "success", creator: "bob" },
    ],
    commit_comments: [{ user: "bob", body: "Nice.", path: "one.md", line: 1, position: 1 }],
  }),
});

const headOf = async (emulator: Emulator) =>
  (await clientFor(emulator, "bob").call(getCommit, { ...WIDGETS, ref: "main" })).sha;

test("a status replaces the one with the same context, and changes the combined state", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const sha = await headOf(emulator);
  expect(await call(getCombinedStatus, { ...WIDGETS, ref: "main" })).toMatchObject({
    state: "pending",
    total_count: 2,
  });
  const target_url = "https://ci.example/1";
  const status = await call(createCommitStatus, { ...WIDGETS, sha, context: "ci/a", state: "success", target_url });
  expect(status).toMatchObject({ state: "success", context: "ci/a", target_url, creator: { login: "bob" } });
  const combined = await call(getCombinedStatus, { ...WIDGETS, ref: "main" });
  expect(combined).toMatchObject({ state: "success", sha, total_count: 2, repository: { name: "widgets" } });
  expect(combined.statuses.map(({ context }) => context)).toEqual(["ci/b", "ci/a"]);
  const paged = await call(getCombinedStatus, { ...WIDGETS, ref: sha, per_page: 1, page: 2 });
  expect(paged.statuses.map(({ context }) => context)).toEqual(["ci/a"]);
  const all = await call(listCommitStatuses, { ...WIDGETS, ref: "main" });
  expect(all.map(({ context, state }) => `${context} ${state}`)).toEqual([
    "ci/a success",
    "ci/b success",
    "ci/a pending",
  ]);
  expect(await call(listCommitStatuses, { ...WIDGETS, ref: "main", per_page: 1, page: 3 })).toEqual(all.slice(2));
  await call(createCommitStatus, { ...WIDGETS, sha, state: "error" });
  expect(await call(getCombinedStatus, { ...WIDGETS, ref: "main" })).toMatchObject({
    state: "failure",
    total_count: 3,
  });
  expect(emulator.control.events().map(({ event }) => event)).toEqual(["status", "status"]);
});

test("statuses need a commit, a web address and a permission", async ({ emulator }) => {
  const sha = await headOf(emulator);
  const post = (body: object, of = sha, token = "bob") =>
    requestJson(emulator, `POST /repos/acme/widgets/statuses/${of}`, body, token);
  expect(await post({ state: "success" }, "a".repeat(40))).toMatchObject({
    status: 422,
    body: { message: `No commit found for SHA: ${"a".repeat(40)}` },
  });
  expect(await post({ state: "success", target_url: "ftp://ci" })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "target_url", message: "target_url must use http(s) scheme" }] },
  });
  expect((await post({ state: "success", description: "x".repeat(141) })).status).toBe(422);
  expect((await post({ state: "fine" })).status).toBe(422);
  expect((await post({ state: "success" }, sha, "carol")).status).toBe(403);
  expect((await sendRequest(emulator, "GET /repos/acme/widgets/commits/none/status", "bob")).status).toBe(404);
});

test("comments on a commit are counted and reported", async ({ emulator }) => {
  const { call } = clientFor(emulator, "carol");
  const commit_sha = await headOf(emulator);
  const line = { path: "one.md", position: 1, line: 1 };
  const comment = await call(createCommitComment, { ...WIDGETS, commit_sha, body: "Why?", ...line });
  expect(comment).toMatchObject({ body: "Why?", ...line, commit_id: commit_sha, user: { login: "carol" } });
  expect(await call(getCommitComment, { ...WIDGETS, comment_id: comment.id })).toEqual(comment);
  expect(await call(getCommit, { ...WIDGETS, ref: "main" })).toMatchObject({ commit: { comment_count: 2 } });
  expect(emulator.control.events()).toMatchObject([{ event: "commit_comment", action: "created" }]);
  await expect(call(getCommitComment, { ...WIDGETS, comment_id: 99 })).rejects.toMatchObject({ status: 404 });
  const post = (body: object, sha = commit_sha) =>
    requestJson(emulator, `POST /repos/acme/widgets/commits/${sha}/comments`, body);
  expect((await post({ body: " " })).status).toBe(422);
  expect((await post({ body: "x", path: "none.md" })).status).toBe(422);
  expect((await post({ body: "x" }, "b".repeat(40))).status).toBe(422);
});
