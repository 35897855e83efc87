import { createReview, getPullRequest, listRequestedReviewers, listReviews } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import type { ReviewToSubmit } from "../public.ts";
import { startWithWebhooks } from "./webhook-receiver.fixture.ts";

const PULL = { owner: "acme", repo: "widgets", pull_number: 3 };

test.for(["github", "svc"] as const)("submits a review with the effects of an API call (%s)", async (dialect) => {
  await using service = await startWithWebhooks({ dialect });
  const { control } = service.emulator;
  const bob = service.client("bob");
  const id = control.review({ repository: "acme/widgets", pull: 3, user: "carol" });
  control.review({
    repository: "acme/widgets",
    pull: 3,
    user: "alice",
    state: "changes_requested",
    body: "Rounder.",
  });
  control.review({ repository: "acme/widgets", pull: 3, user: "bob", state: "commented" });
  const reviews = (await bob.call(listReviews, PULL)).map(({ id: number, state, body, user }) => [
    number,
    state,
    body,
    user?.login,
  ]);
  expect(reviews).toEqual([
    [id, "APPROVED", "", "carol"],
    [id + 1, "CHANGES_REQUESTED", "Rounder.", "alice"],
    [id + 2, "COMMENTED", "I have reviewed this.", "bob"],
  ]);
  // Carol and her team had been requested as reviewers.
  expect(await bob.call(listRequestedReviewers, PULL)).toEqual({ users: [], teams: [] });
  const { sha } = (await bob.call(getPullRequest, PULL)).head;
  const events = await service.receivedEvents("acme/widgets");
  expect(events).toMatchObject([
    {
      event: "pull_request_review submitted",
      payload: {
        review: { id, state: "approved", commit_id: sha, user: { login: "carol" } },
        pull_request: { number: 3, requested_reviewers: [] },
        sender: { login: "carol" },
      },
    },
    { event: "pull_request_review submitted", payload: { review: { state: "changes_requested", body: "Rounder." } } },
    { event: "pull_request_review submitted", payload: { review: { state: "commented" } } },
  ]);
});

test.for<[review: Partial<ReviewToSubmit>, message: string]>([
  [{ user: "bob" }, "Can not approve your own pull request"],
  [{ user: "bob", state: "changes_requested" }, "Review Can not request changes on your own pull request"],
  [{ state: "commented", body: " " }, "a review with the event COMMENT must have a body"],
  [{ user: "unknown-user" }, 'There is no user "unknown-user".'],
  [{ user: "acme" }, 'There is no user "acme".'],
  [{ pull: 1 }, "acme/widgets has no pull request 1."],
  [{ repository: "acme/nothing" }, 'There is no repository "acme/nothing".'],
  [{ repository: "acme/old" }, "acme/old is archived, and therefore read-only."],
])("rejects the review %o", async ([input, message]) => {
  await using service = await startWithWebhooks();
  const review = { repository: "acme/widgets", pull: 3, user: "carol", ...input };
  expect(() => service.emulator.control.review(review)).toThrow(new RangeError(message));
  expect(await service.receivedEvents()).toEqual([]);
});

test("emits an event for each review comment with its lines", async () => {
  await using service = await startWithWebhooks();
  const comments = [
    { path: "lines.txt", body: "Nine?", line: 9, side: "RIGHT" },
    { path: "lines.txt", body: "It was 9.", line: 9, side: "LEFT" },
    { path: "round.md", body: "Rounder.", position: 1 },
  ];
  const receivedComments = async () =>
    (await service.receivedEvents("org")).map(({ event, payload }) => ({ event, ...Object(payload).comment }));
  const carol = service.client("carol");
  // Pending reviews emit no events.
  await service.client("alice").call(createReview, { ...PULL, comments });
  expect(await receivedComments()).toEqual([]);
  const { id } = await carol.call(createReview, { ...PULL, event: "COMMENT", body: "See below.", comments });
  const [review, ...reviewComments] = await receivedComments();
  expect(review).toMatchObject({ event: "pull_request_review submitted" });
  const event = "pull_request_review_comment created";
  expect(reviewComments).toMatchObject([
    { event, body: "Nine?", pull_request_review_id: id, line: 9, side: "RIGHT", position: 5, user: { login: "carol" } },
    { event, body: "It was 9.", line: 9, side: "LEFT", position: 4, diff_hunk: "@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9" },
    { event, body: "Rounder.", line: 1, position: 1, diff_hunk: "@@ -0,0 +1 @@\n+Round." },
  ]);
});
