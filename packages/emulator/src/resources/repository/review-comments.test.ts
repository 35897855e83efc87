import {
  createReview,
  createReviewComment,
  createReviewCommentReply,
  deletePendingReview,
  deleteReviewComment,
  getPullRequest,
  getReview,
  getReviewComment,
  listCommentsOfReview,
  listReviewComments,
  listReviews,
  putContents,
  submitReview,
  updateReviewComment,
} from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { startWithWebhooks } from "../../control/webhook-receiver.fixture.ts";
import type { Emulator } from "../../public.ts";
import { clientFor } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { SEED, sendJson, test, WIDGETS } from "./issues.fixture.ts";

const PULL = { ...WIDGETS, pull_number: 6 };
const ROUTE = "POST /repos/acme/widgets/pulls/6/comments";
const PATH = "src/index.ts";

const headOf = async (emulator: Emulator) => (await clientFor(emulator).call(getPullRequest, PULL)).head.sha;

/** Comments on the second line of the pull request's changed file. */
async function comment(emulator: Emulator, token = "dave", fields: object = {}) {
  const input = { ...PULL, commit_id: await headOf(emulator), path: PATH, line: 2, body: "Why?", ...fields };
  return clientFor(emulator, token).call(createReviewComment, input);
}

describe("a comment on a pull request's changes", () => {
  test("is a review of its own, with its place in the changes", async ({ emulator }) => {
    const head = await headOf(emulator);
    const created = await comment(emulator, "dave", { start_line: 1, start_side: "RIGHT", side: "RIGHT" });
    expect(created).toMatchObject({
      body: "Why?",
      path: PATH,
      line: 2,
      original_line: 2,
      start_line: 1,
      side: "RIGHT",
      start_side: "RIGHT",
      position: 3,
      subject_type: "line",
      commit_id: head,
      original_commit_id: head,
      diff_hunk: "@@ -1 +1,2 @@\n-export const sides = 4;\n+export const sides = 0;\n+export const round = true;",
      user: { login: "dave" },
      created_at: "2026-02-02T12:00:00Z",
    });
    const { call } = clientFor(emulator);
    expect(await call(getReviewComment, { ...WIDGETS, comment_id: created.id })).toEqual(created);
    expect(await call(listReviewComments, PULL)).toEqual([created]);
    const [review] = await call(listReviews, PULL);
    expect(review).toMatchObject({ id: created.pull_request_review_id, state: "COMMENTED", body: "" });
  });

  test("can be about the old line, a position or the file", async ({ emulator }) => {
    expect(await comment(emulator, "dave", { line: 1, side: "LEFT" })).toMatchObject({ position: 1, side: "LEFT" });
    expect(await comment(emulator, "dave", { line: undefined, position: 2 })).toMatchObject({ position: 2, line: 1 });
    const onFile = await comment(emulator, "dave", { line: undefined, subject_type: "file" });
    expect(onFile).toMatchObject({ subject_type: "file", line: null, diff_hunk: "" });
  });

  test("follows its line, until it is changed", async ({ emulator }) => {
    const { id } = await comment(emulator);
    const before = await clientFor(emulator).call(getReviewComment, { ...WIDGETS, comment_id: id });
    let sha = "";
    const write = async (text: string) => {
      const files = await sendJson(emulator, `GET /repos/acme/widgets/contents/${PATH}?ref=round`, "bob");
      sha = Object(files.body).sha;
      const content = Buffer.from(text).toString("base64");
      const fields = { ...WIDGETS, path: PATH, branch: "round", message: "Edit", content, sha };
      return (await clientFor(emulator, "bob").call(putContents, fields)).commit.sha;
    };
    const head = await write("// Round.\nexport const sides = 0;\nexport const round = true;\n");
    const moved = await clientFor(emulator).call(getReviewComment, { ...WIDGETS, comment_id: id });
    expect(moved).toMatchObject({
      line: 3,
      original_line: 2,
      position: 4,
      original_position: 3,
      commit_id: head,
      original_commit_id: before.commit_id,
      diff_hunk: before.diff_hunk,
    });
    await write("// Round.\nexport const sides = 0;\nexport const round = 1;\n");
    const outdated = await clientFor(emulator).call(getReviewComment, { ...WIDGETS, comment_id: id });
    expect(outdated).toMatchObject({ line: null, position: null, original_line: 2, commit_id: before.commit_id });
  });

  test("can be answered, edited and deleted", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const first = await comment(emulator);
    const reply = { ...PULL, comment_id: first.id };
    const answer = await call(createReviewCommentReply, { ...reply, body: "Because." });
    expect(answer).toMatchObject({ in_reply_to_id: first.id, line: 2, body: "Because." });
    const other = await comment(emulator, "bob", { in_reply_to: first.id, line: undefined, body: "Also." });
    expect(other.in_reply_to_id).toBe(first.id);
    // A reply to a reply is not supported.
    await expect(call(createReviewCommentReply, { ...PULL, comment_id: answer.id, body: "No" })).rejects.toMatchObject({
      status: 404,
    });
    await expect(call(createReviewCommentReply, { ...reply, pull_number: 7, body: "No" })).rejects.toMatchObject({
      status: 404,
    });
    emulator.control.clock.set(new Date("2026-02-03T12:00:00Z"));
    const comment_id = answer.id;
    expect(await call(updateReviewComment, { ...WIDGETS, comment_id, body: "So." })).toMatchObject({
      body: "So.",
      created_at: "2026-02-02T12:00:00Z",
      updated_at: "2026-02-03T12:00:00Z",
    });
    await call(deleteReviewComment, { ...WIDGETS, comment_id });
    const list = await call(listReviewComments, PULL);
    expect(list.map(({ id }) => id)).toEqual([first.id, other.id]);
    // Its review had nothing else.
    expect(await call(listReviews, PULL)).toHaveLength(2);
    await expect(call(getReviewComment, { ...WIDGETS, comment_id })).rejects.toMatchObject({ status: 404 });
  });

  test("is listed by time, and in pages", async ({ emulator }) => {
    const { call } = clientFor(emulator, "dave");
    const ids: number[] = [];
    for (const day of ["03", "04", "05"]) {
      emulator.control.clock.set(new Date(`2026-02-${day}T12:00:00Z`));
      ids.push((await comment(emulator)).id);
    }
    const [first = 0, second, third] = ids;
    emulator.control.clock.set(new Date("2026-02-06T12:00:00Z"));
    await call(updateReviewComment, { ...WIDGETS, comment_id: first, body: "Later" });
    const list = async (fields: object) => (await call(listReviewComments, { ...PULL, ...fields })).map(({ id }) => id);
    expect(await list({})).toEqual([first, second, third]);
    expect(await list({ direction: "desc" })).toEqual([third, second, first]);
    expect(await list({ sort: "updated" })).toEqual([second, third, first]);
    expect(await list({ since: "2026-02-05T12:00:00Z" })).toEqual([first, third]);
    expect(await list({ per_page: 2, page: 2 })).toEqual([third]);
  });

  test.for<[why: string, body: object, error: object]>([
    ["no text", { body: " " }, { field: "body", code: "missing_field" }],
    ["another commit", { commit_id: "12".repeat(20) }, { field: "commit_id", code: "custom" }],
    ["another file", { path: "README.md" }, { field: "pull_request_review_thread.path", code: "invalid" }],
    [
      "another line",
      { line: 9 },
      {
        field: "pull_request_review_thread.line",
        code: "custom",
        message: "pull_request_review_thread.line must be part of the diff",
      },
    ],
    ["lines backwards", { line: 1, start_line: 2 }, { field: "pull_request_review_thread.line" }],
    ["no line", { line: undefined }, { field: "pull_request_review_thread.line", code: "missing_field" }],
  ])("is rejected for %s", async ([, fields, error], { emulator }) => {
    const body = { commit_id: await headOf(emulator), path: PATH, line: 2, body: "Why?", ...fields };
    const response = await sendJson(emulator, ROUTE, "dave", body);
    expect(response).toMatchObject({ status: 422, body: { message: "Validation Failed" } });
    expect(Object(response.body).errors[0]).toMatchObject({ resource: "PullRequestReviewComment", ...error });
    expect(await clientFor(emulator).call(listReviews, PULL)).toEqual([]);
  });

  test("can be changed by its author and those who can push", async ({ emulator }) => {
    const { id } = await comment(emulator, "mallory");
    const route = `/repos/acme/widgets/pulls/comments/${id}`;
    expect((await sendJson(emulator, `PATCH ${route}`, "dave", { body: "Mine" })).status).toBe(403);
    expect((await sendJson(emulator, `DELETE ${route}`, "dave")).status).toBe(403);
    expect((await sendJson(emulator, `PATCH ${route}`, "reader", { body: "Mine" })).status).toBe(403);
    expect((await sendJson(emulator, `PATCH ${route}`, "mallory", { body: "Mine" })).status).toBe(200);
    expect((await sendJson(emulator, `DELETE ${route}`, "bob")).status).toBe(204);
    expect((await sendJson(emulator, `DELETE ${route}`, "bob")).status).toBe(404);
  });

  test("is not possible beside a pending review", async ({ emulator }) => {
    await clientFor(emulator, "dave").call(createReview, PULL);
    await expect(comment(emulator)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining("one pending review"),
    });
  });

  test("emits events", async () => {
    await using service = await startWithWebhooks();
    const { call } = service.client("carol");
    const pull = { owner: "acme", repo: "widgets", pull_number: 3 };
    const { head } = await call(getPullRequest, pull);
    const place = { commit_id: head.sha, path: "round.md", line: 1 };
    const { id: comment_id } = await call(createReviewComment, { ...pull, ...place, body: "Rounder?" });
    await call(updateReviewComment, { owner: "acme", repo: "widgets", comment_id, body: "Rounder." });
    await call(deleteReviewComment, { owner: "acme", repo: "widgets", comment_id });
    const events = await service.receivedEvents("acme/widgets");
    expect(events.map(({ event }) => event)).toEqual([
      "pull_request_review submitted",
      "pull_request_review_comment created",
      "pull_request_review_comment edited",
      "pull_request_review_comment deleted",
    ]);
    expect(events[2]?.payload).toMatchObject({
      changes: { body: { from: "Rounder?" } },
      comment: { id: comment_id, body: "Rounder." },
    });
  });
});

describe("a pending review", () => {
  const comments = [
    { path: PATH, line: 1, body: "One" },
    { path: PATH, line: 2, body: "Two" },
  ];

  test("can be read with its comments by its author only, and submitted", async ({ emulator }) => {
    const { call } = clientFor(emulator, "dave");
    const { id: review_id } = await call(createReview, { ...PULL, body: "Well", comments });
    const review = { ...PULL, review_id };
    expect(await call(getReview, review)).toMatchObject({ state: "PENDING", body: "Well" });
    const [first, second] = await call(listCommentsOfReview, review);
    expect([first?.body, second?.body]).toEqual(["One", "Two"]);
    expect(await call(listCommentsOfReview, { ...review, per_page: 1, page: 2 })).toEqual([second]);
    const comment_id = first?.id ?? 0;
    const other = clientFor(emulator, "carol");
    await expect(other.call(getReview, review)).rejects.toMatchObject({ status: 404 });
    await expect(other.call(listCommentsOfReview, review)).rejects.toMatchObject({ status: 404 });
    await expect(other.call(submitReview, { ...review, event: "APPROVE" })).rejects.toMatchObject({ status: 404 });
    await expect(other.call(getReviewComment, { ...WIDGETS, comment_id })).rejects.toMatchObject({ status: 404 });
    expect(await call(submitReview, { ...review, event: "COMMENT" })).toMatchObject({
      state: "COMMENTED",
      body: "Well",
      submitted_at: "2026-02-02T12:00:00Z",
    });
    expect(await other.call(listReviewComments, PULL)).toHaveLength(2);
    await expect(call(submitReview, { ...review, event: "APPROVE" })).rejects.toMatchObject({ status: 422 });
    await expect(call(deletePendingReview, review)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining("Can not delete a non-pending pull request review"),
    });
  });

  test("needs a text to request changes, and can't approve one's own pull request", async ({ emulator }) => {
    const dave = clientFor(emulator, "dave");
    const { id: review_id } = await dave.call(createReview, PULL);
    const submit = (body?: string) =>
      dave.call(submitReview, { ...PULL, review_id, event: "REQUEST_CHANGES", ...(body ? { body } : {}) });
    await expect(submit()).rejects.toMatchObject({ status: 422, message: expect.stringContaining("body") });
    expect(await submit("No")).toMatchObject({ state: "CHANGES_REQUESTED", body: "No" });
    const bob = clientFor(emulator, "bob");
    const own = await bob.call(createReview, PULL);
    await expect(bob.call(submitReview, { ...PULL, review_id: own.id, event: "APPROVE" })).rejects.toMatchObject({
      status: 422,
    });
  });

  test("can be deleted with its comments", async ({ emulator }) => {
    const { call } = clientFor(emulator, "dave");
    const created = await call(createReview, { ...PULL, body: "Well", comments });
    expect(await call(deletePendingReview, { ...PULL, review_id: created.id })).toEqual(created);
    expect(await call(listReviews, PULL)).toEqual([]);
    await expect(call(getReview, { ...PULL, review_id: created.id })).rejects.toMatchObject({ status: 404 });
    await expect(call(getReview, { ...PULL, review_id: 9999 })).rejects.toMatchObject({ status: 404 });
  });

  test("emits its events when it is submitted", async () => {
    await using service = await startWithWebhooks();
    const { call } = service.client("carol");
    const pull = { owner: "acme", repo: "widgets", pull_number: 3 };
    const given = [{ path: "round.md", line: 1, body: "Rounder?" }];
    const { id: review_id } = await call(createReview, { ...pull, comments: given });
    expect(await service.receivedEvents()).toEqual([]);
    await call(submitReview, { ...pull, review_id, event: "APPROVE" });
    expect(await service.receivedEventNames("acme/widgets")).toEqual([
      "pull_request_review submitted",
      "pull_request_review_comment created",
    ]);
    expect((await call(getPullRequest, pull)).requested_reviewers).toEqual([]);
  });
});

const widgets = SEED.repositories["acme/widgets"];
const lockedTest = emulatorTest({
  seed: {
    ...SEED,
    repositories: {
      ...SEED.repositories,
      "acme/widgets": { ...widgets, pulls: widgets.pulls.map((pull) => ({ ...pull, locked: "off-topic" })) },
    },
  },
});

lockedTest("a locked pull request accepts reviews and comments from collaborators only", async ({ emulator }) => {
  const locked = { status: 403, message: expect.stringContaining("Unable to create comment because issue is locked.") };
  await expect(comment(emulator, "mallory")).rejects.toMatchObject(locked);
  const review = { ...PULL, body: "No", event: "COMMENT" } as const;
  await expect(clientFor(emulator, "mallory").call(createReview, review)).rejects.toMatchObject(locked);
  expect(await comment(emulator, "dave")).toMatchObject({ body: "Why?" });
});
