import {
  createReview,
  getPullRequest,
  listPullRequestFiles,
  listRequestedReviewers,
  listReviews,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { clientFor } from "../../requests.fixture.ts";
import { sendJson, test, WIDGETS } from "./issues.fixture.ts";

const PULL = { ...WIDGETS, pull_number: 6 };
const REVIEW_ROUTE = "POST /repos/acme/widgets/pulls/6/reviews";

describe("a review", () => {
  test.for([
    ["APPROVE", "APPROVED"],
    ["REQUEST_CHANGES", "CHANGES_REQUESTED"],
    ["COMMENT", "COMMENTED"],
  ] as const)("submitted as %s is listed as %s", async ([event, state], { emulator }) => {
    const { call } = clientFor(emulator, "dave");
    const { head } = await call(getPullRequest, PULL);
    const submitted = await call(createReview, { ...PULL, event, body: "Well" });
    const url = `${emulator.webUrl}/acme/widgets/pull/6#pullrequestreview-${submitted.id}`;
    expect(submitted).toMatchObject({
      state,
      body: "Well",
      submitted_at: "2026-02-02T12:00:00Z",
      commit_id: head.sha,
      html_url: url,
      user: { login: "dave" },
      author_association: "COLLABORATOR",
      pull_request_url: `${emulator.apiUrl}/repos/acme/widgets/pulls/6`,
    });
    expect(await clientFor(emulator).call(listReviews, PULL)).toEqual([submitted]);
    expect((await call(getPullRequest, PULL)).updated_at).toBe("2026-02-02T12:00:00Z");
  });

  test("without an event is visible to its author only, who can't create another one", async ({ emulator }) => {
    const { call } = clientFor(emulator, "erin");
    const pending = await call(createReview, { ...PULL, body: "Later" });
    expect(pending.state).toBe("PENDING");
    expect(pending).not.toHaveProperty("submitted_at");
    for (const fields of [{}, { event: "APPROVE" } as const]) {
      const second = call(createReview, { ...PULL, ...fields });
      await expect(second).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining("one pending review"),
      });
    }
    expect(await call(listReviews, PULL)).toEqual([pending]);
    for (const reader of [undefined, "bob", "installation", "job"]) {
      expect(await clientFor(emulator, reader).call(listReviews, PULL)).toEqual([]);
    }
    // Others can have their own pending review, including apps and workflows.
    for (const [other, login] of [
      ["carol", "carol"],
      ["installation", "helper[bot]"],
      ["job", "github-actions[bot]"],
    ] as const) {
      const own = await clientFor(emulator, other).call(createReview, PULL);
      expect(own.user?.login).toBe(login);
      expect(await clientFor(emulator, other).call(listReviews, PULL)).toEqual([own]);
      expect((await sendJson(emulator, REVIEW_ROUTE, other, {})).status).toBe(422);
    }
  });

  test("is listed in the order of creation, in pages", async ({ emulator }) => {
    for (const body of ["1", "2", "3"])
      await clientFor(emulator, "dave").call(createReview, { ...PULL, event: "COMMENT", body });
    const page = await sendJson(emulator, "GET /repos/acme/widgets/pulls/6/reviews?per_page=2&page=2", "bob");
    expect(page.body).toMatchObject([{ body: "3" }]);
    expect(page.headers.get("link")).toContain('rel="prev"');
  });

  test.for<[why: string, token: string, body: object, error: string]>([
    [
      "approving one's own pull request",
      "bob",
      { event: "APPROVE" },
      '"message":"Unprocessable Entity","errors":["Can not approve your own pull request"]',
    ],
    [
      "requesting changes in one's own pull request",
      "bob",
      { event: "REQUEST_CHANGES", body: "No" },
      '"errors":["Review Can not request changes on your own pull request"]',
    ],
    ["requesting changes without a body", "dave", { event: "REQUEST_CHANGES" }, "body"],
    ["a comment without a body", "dave", { event: "COMMENT", body: " \n" }, "body"],
    ["an unknown event", "dave", { event: "PRAISE" }, "event"],
    ["another repository's commit", "dave", { event: "APPROVE", commit_id: "12".repeat(20) }, "commit_id"],
    ["a comment without a line", "dave", { comments: [{ path: "src/index.ts", body: "Hm" }] }, "comments"],
    [
      "a comment on an unchanged file",
      "dave",
      { comments: [{ path: "README.md", line: 1, body: "Hm" }] },
      '"message":"Unprocessable Entity","errors":["Path could not be resolved"]',
    ],
    [
      "a comment on a line outside the patch",
      "dave",
      { comments: [{ path: "src/index.ts", line: 9, body: "Hm" }] },
      "must be part of the diff and Pull request review thread diff hunk can't be blank\"]",
    ],
    [
      "a comment on lines outside the patch",
      "dave",
      { comments: [{ path: "src/index.ts", start_line: 8, line: 9, body: "Hm" }] },
      "must be part of the diff, Pull request review thread start line must be part of the same hunk",
    ],
    [
      "a comment at a position after the end of the patch",
      "dave",
      { comments: [{ path: "src/index.ts", position: 4, body: "Hm" }] },
      "Pull request review thread line must be part of the diff",
    ],
  ])("is rejected for %s, and not stored", async ([, token, body, error], { emulator }) => {
    const response = await sendJson(emulator, REVIEW_ROUTE, token, body);
    expect(response.status).toBe(422);
    expect(JSON.stringify(response.body)).toContain(error);
    expect(await clientFor(emulator, token).call(listReviews, PULL)).toEqual([]);
  });

  test("of the author's own pull request can only be a comment", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    expect((await call(createReview, { ...PULL, event: "COMMENT", body: "By the way" })).state).toBe("COMMENTED");
  });

  test("can comment on lines of both sides, which are counted once it is submitted", async ({ emulator }) => {
    const { call } = clientFor(emulator, "dave");
    const [file] = (await call(listPullRequestFiles, PULL)).filter(({ filename }) => filename === "src/index.ts");
    expect(file?.patch).toBe(
      "@@ -1 +1,2 @@\n-export const sides = 4;\n+export const sides = 0;\n+export const round = true;",
    );
    const path = "src/index.ts";
    const comments = [
      ...[1, 2].map((line) => ({ path, line, side: "RIGHT", body: "New" })),
      { path, line: 1, side: "LEFT", body: "Old" },
      ...[1, 3].map((position) => ({ path, position, body: "Here" })),
      { path: "docs/round.md", line: 1, body: "Also" },
    ];
    await clientFor(emulator, "erin").call(createReview, { ...PULL, comments });
    expect((await call(getPullRequest, PULL)).review_comments).toBe(0);
    const { commits } = await call(createReview, { ...PULL, event: "COMMENT", body: "See", comments }).then(() =>
      call(getPullRequest, PULL),
    );
    expect(commits).toBe(2);
    expect((await call(getPullRequest, PULL)).review_comments).toBe(6);
  });

  test("can refer to any commit of the pull request", async ({ emulator }) => {
    const { call } = clientFor(emulator, "dave");
    const { head } = await call(getPullRequest, PULL);
    const commit_id = head.sha.toUpperCase();
    expect((await call(createReview, { ...PULL, event: "APPROVE", commit_id })).commit_id).toBe(head.sha);
    // If the commits are unknown, any commit id is accepted.
    const oil = { owner: "acme", repo: "gears", pull_number: 3 };
    const submitted = await clientFor(emulator, "alice").call(createReview, {
      ...oil,
      commit_id: "12".repeat(20),
      event: "APPROVE",
    });
    expect(submitted.commit_id).toBe("12".repeat(20));
  });

  test("requires the permission to review, not push access", async ({ emulator }) => {
    expect((await sendJson(emulator, REVIEW_ROUTE, "mallory", { event: "APPROVE" })).status).toBe(200);
    expect((await sendJson(emulator, REVIEW_ROUTE, "reader", { event: "APPROVE" })).status).toBe(403);
    expect((await sendJson(emulator, REVIEW_ROUTE, "bare", { event: "APPROVE" })).status).toBe(403);
    expect((await sendJson(emulator, REVIEW_ROUTE.replace("/6/", "/1/"), "bob", {})).status).toBe(404);
    expect(
      (await sendJson(emulator, REVIEW_ROUTE.replace("widgets/pulls/6", "gears/pulls/3"), "erin", {})).status,
    ).toBe(404);
    await expect(clientFor(emulator).call(listReviews, { ...PULL, pull_number: 1 })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("is listed as submitted after any sequence of reviews, with at most one pending per user", async ({
    emulator,
  }) => {
    const people = ["carol", "dave", "erin"] as const;
    const events = ["APPROVE", "REQUEST_CHANGES", "COMMENT", undefined] as const;
    const step = fc.record({
      person: fc.constantFrom(...people),
      event: fc.constantFrom(...events),
      body: fc.boolean(),
    });
    const clients = new Map(people.map((name) => [name, clientFor(emulator, name)]));
    const states = { APPROVE: "APPROVED", REQUEST_CHANGES: "CHANGES_REQUESTED", COMMENT: "COMMENTED" } as const;
    const submitted: { person: string; state: string }[] = [];
    await fc.assert(
      fc.asyncProperty(step, async ({ person, event, body }) => {
        const isPending = submitted.some((review) => review.person === person && review.state === "PENDING");
        const isValid = !isPending && (body || event === "APPROVE" || event === undefined);
        const response = await sendJson(emulator, REVIEW_ROUTE, person, {
          ...(event ? { event } : {}),
          ...(body ? { body: "b" } : {}),
        });
        expect(response.status).toBe(isValid ? 200 : 422);
        if (isValid) submitted.push({ person, state: event ? states[event] : "PENDING" });
        for (const [reader, { call }] of clients) {
          const visible = submitted.filter((review) => review.state !== "PENDING" || review.person === reader);
          const list = await call(listReviews, { ...PULL, per_page: 100 });
          expect(list.map(({ user, state }) => ({ person: user?.login, state }))).toEqual(visible);
        }
      }),
      { numRuns: pickSize(12, 40), endOnFailure: true },
    );
    const { users } = await clientFor(emulator).call(listRequestedReviewers, PULL);
    expect(users).toEqual([]);
  });
});
