import type { Input } from "@forgehand/core/contract";
import type { createReview } from "@forgehand/core/operations";
import { reviewCommentEvent } from "../deliveries/events/review-comments.ts";
import { reviewEvent } from "../deliveries/events/reviews.ts";
import { type PullRequestChanges, pullRequestChangesOf } from "../git/pull-request-changes.ts";
import { invalid, unprocessable } from "../http-error.ts";
import { headShaOf } from "../objects/pull-request.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import type { Account } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { issues } from "../state/issues.ts";
import { findPullRequest, type PullRequest } from "../state/pull-requests.ts";
import { fulfillReviewRequests } from "../state/review-requests.ts";
import * as state from "../state/reviews.ts";
import { timestamp } from "../timestamp.ts";
import { commentProblem } from "./comment-problem.ts";

type NewReview = Omit<Input<typeof createReview>, "owner" | "repo" | "pull_number">;
type ReviewVerdict = NonNullable<NewReview["event"]>;

/** States of submitted reviews by what was submitted. */
const REVIEW_STATES = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
} as const;

/**
 * Creates a submitted or pending review, and emits events for a submitted one.
 * @throws HttpError 422 on an invalid review
 */
export function addReview(actionContext: RefUpdateContext, pull: PullRequest, input: NewReview): state.Review {
  const { context, sender } = actionContext;
  const { db } = context;
  const { event, body = "", commit_id, comments = [] } = input;
  checkVerdict(pull, sender, event, body);
  checkNoPendingReview(db, pull, sender);
  checkContents(db, pull, input);
  const now = timestamp(context.now());
  const times = { created_at: now, updated_at: now };
  const created = state.createReview(
    db,
    {
      state: event === undefined ? "PENDING" : REVIEW_STATES[event],
      submitted_at: event === undefined ? null : now,
      user_id: sender.id,
      pull_request_id: pull.id,
      body,
      commit_sha: commit_id?.toLowerCase() ?? headShaOf(context, pull),
    },
    comments.map((comment) => ({ ...comment, ...times, subject_type: "line" })),
  );
  if (event !== undefined) announceReview(actionContext, pull, created);
  return created;
}

/**
 * Submits a pending review, which keeps its text if there is no new one.
 * @throws HttpError 422 if it can't be submitted like this
 */
export function submitReview(
  actionContext: RefUpdateContext,
  pull: PullRequest,
  pending: state.Review,
  { event, body = pending.body }: { readonly event: ReviewVerdict; readonly body?: string | undefined },
): state.Review {
  const { context, sender } = actionContext;
  checkVerdict(pull, sender, event, body);
  const submitted = { state: REVIEW_STATES[event], body, submitted_at: timestamp(context.now()) };
  state.reviews.update(context.db, { id: pending.id }, submitted);
  const review = { ...pending, ...submitted };
  announceReview(actionContext, pull, review);
  return review;
}

/** Applies the effects of a submitted review: fulfilled requests, and events for the review and its comments. */
export function announceReview(
  { context, repository, sender }: RefUpdateContext,
  { id, issue_id, number }: PullRequest,
  review: state.Review,
): void {
  const { db, deliveries } = context;
  fulfillReviewRequests(db, id, sender.id);
  issues.update(db, { id: issue_id }, { updated_at: timestamp(context.now()) });
  const pull = findPullRequest(db, repository.id, number);
  if (!pull) return;
  deliveries.emit(repository.id, reviewEvent(context, repository, pull, review, sender));
  for (const comment of state.reviewCommentsOf(db, review)) {
    const event = reviewCommentEvent(context, repository, { pull, review, comment }, sender, "created");
    deliveries.emit(repository.id, event);
  }
}

/** @throws HttpError 422 in GitHub's words, if there is a pending review already, which any other one would become */
export function checkNoPendingReview(db: Database, pull: PullRequest, author: Account): void {
  if (state.reviews.has(db, { pull_request_id: pull.id, state: "PENDING", user_id: author.id })) {
    throw unprocessable("User can only have one pending review per pull request");
  }
}

/** @throws HttpError 422; the messages without a field are GitHub's own */
function checkVerdict(pull: PullRequest, author: Account, event: ReviewVerdict | undefined, body: string): void {
  const isOwn = author.id === pull.user_id;
  if (isOwn && event === "APPROVE") throw unprocessable("Can not approve your own pull request");
  if (isOwn && event === "REQUEST_CHANGES") {
    throw unprocessable("Review Can not request changes on your own pull request");
  }
  if ((event === "REQUEST_CHANGES" || event === "COMMENT") && !body.trim()) {
    throw invalid("body", `a review with the event ${event} must have a body`, "missing_field");
  }
}

/** @throws HttpError 422 on a commit or a line that isn't part of the pull request */
function checkContents(db: Database, pull: PullRequest, { commit_id, comments = [] }: NewReview): void {
  const changes = pullRequestChangesOf(db, pull);
  if (commit_id !== undefined && !isCommitOf(changes, commit_id)) {
    throw invalid("commit_id", `${commit_id} is not a commit of this pull request`);
  }
  for (const comment of comments) {
    switch (commentProblem(changes, comment)) {
      case "position":
        throw invalid("comments", "a comment must have a line or a position");
      case "path":
        throw unprocessable("Path could not be resolved");
      case "line":
        throw unprocessable(comment.start_line === undefined ? NOT_IN_DIFF : NOT_IN_DIFF_AS_RANGE);
    }
  }
}

/** Returns whether a pull request has a commit. If its commits are unknown, any commit id is accepted. */
export function isCommitOf(changes: PullRequestChanges | undefined, sha: string): boolean {
  return changes ? changes.commits.includes(sha.toLowerCase()) : /^[0-9a-f]{40}$/i.test(sha);
}

const NOT_IN_DIFF =
  "Pull request review thread line must be part of the diff and Pull request review thread diff hunk can't be blank";
const NOT_IN_DIFF_AS_RANGE = [
  "Pull request review thread line must be part of the diff,",
  "Pull request review thread start line must be part of the same hunk as the line.,",
  "and Pull request review thread diff hunk can't be blank",
].join(" ");
