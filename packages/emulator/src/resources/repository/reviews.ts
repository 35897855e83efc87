import type { Input } from "@forgehand/core/contract";
import { createReview, listReviews } from "@forgehand/core/operations";
import { actorOf } from "../../callers/caller.ts";
import { reviewCommentEvents } from "../../deliveries/events/pull-requests.ts";
import { reviewEvent } from "../../deliveries/events/reviews.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { positionOf, readPatch } from "../../git/patch-lines.ts";
import { type PullRequestChanges, pullRequestChangesOf } from "../../git/pull-request-changes.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { invalid, unprocessable } from "../../http-error.ts";
import { headShaOf } from "../../objects/pull-request.ts";
import { renderReview } from "../../objects/review.ts";
import type { Account } from "../../state/accounts.ts";
import { WORKFLOW_PERMISSIONS } from "../../state/actions-permissions.ts";
import type { Database } from "../../state/database.ts";
import { issues } from "../../state/issues.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { fulfillReviewRequests } from "../../state/review-requests.ts";
import * as state from "../../state/reviews.ts";
import { readSetting } from "../../state/settings.ts";
import { timestamp } from "../../timestamp.ts";
import { checkInteraction } from "../shared/interaction.ts";
import { requirePullRequestByNumber } from "./pull-requests.ts";

export const reviews = [
  repositoryHandler(listReviews, ({ pull_number }, call) => {
    const { context, repository, caller, page } = call;
    const pull = requirePullRequestByNumber(context, repository, pull_number);
    const rowPage = state.reviewsOf(context.db, pull.id, actorOf(caller)?.id, page);
    return renderPage(call, rowPage, (review) => renderReview(context, repository, pull, review));
  }),

  repositoryHandler(createReview, (input, call) => {
    const { context, repository, caller } = call;
    const pull = requirePullRequestByNumber(context, repository, input.pull_number);
    if (input.event === "APPROVE") checkApproval(call);
    if (caller.user) checkInteraction(context, repository, caller.user);
    const review = addReview(context, { repository, pull }, requireActor(call), input);
    return renderReview(context, repository, pull, review);
  }),
];

/** @throws HttpError 422 if the organization doesn't permit jobs to approve pull requests */
function checkApproval({ context: { db }, repository, caller: { token } }: RepositoryCall): void {
  if (token?.kind !== "workflow") return;
  if (readSetting(db, WORKFLOW_PERMISSIONS, repository.owner_id).can_approve_pull_request_reviews) return;
  throw unprocessable("GitHub Actions is not permitted to approve pull requests.");
}

interface ReviewTarget {
  readonly repository: Repository;
  readonly pull: PullRequest;
}

/**
 * Creates a submitted or pending review, and emits events for a submitted one.
 * @throws HttpError 422 on an invalid review
 */
export function addReview(
  context: EmulatorContext,
  { repository, pull }: ReviewTarget,
  author: Account,
  input: Omit<ReviewInput, "owner" | "repo" | "pull_number">,
): state.Review {
  const { db, deliveries } = context;
  checkReview(db, pull, author, input);
  const now = timestamp(context.now());
  const review = db.transaction(() => {
    if (input.event !== undefined) {
      fulfillReviewRequests(db, pull.id, author.id);
      issues.update(db, { id: pull.issue_id }, { updated_at: now });
    }
    const submitted = {
      state: REVIEW_STATES[input.event ?? "PENDING"],
      submitted_at: input.event === undefined ? null : now,
    };
    const commit_sha = input.commit_id?.toLowerCase() ?? headShaOf(context, pull);
    return state.createReview(
      db,
      { ...submitted, user_id: author.id, pull_request_id: pull.id, body: input.body ?? "", commit_sha },
      input.comments ?? [],
    );
  });
  if (review.submitted_at !== null) {
    const updatedPull = requirePullRequestByNumber(context, repository, pull.number);
    deliveries.emit(repository.id, reviewEvent(context, repository, updatedPull, review, author));
    for (const event of reviewCommentEvents(context, repository, updatedPull, review, author)) {
      deliveries.emit(repository.id, event);
    }
  }
  return review;
}

const REVIEW_STATES = {
  PENDING: "PENDING",
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
} as const;

type ReviewInput = Input<typeof createReview>;

/**
 * Checks a review; the messages without a field are GitHub's own.
 * @throws HttpError 422 on an invalid review
 */
function checkReview(
  db: Database,
  pull: PullRequest,
  author: Account,
  review: Pick<ReviewInput, "event" | "body" | "commit_id" | "comments">,
): void {
  const { event, body, commit_id } = review;
  const isOwn = author.id === pull.user_id;
  if (isOwn && event === "APPROVE") throw unprocessable("Can not approve your own pull request");
  if (isOwn && event === "REQUEST_CHANGES") {
    throw unprocessable("Review Can not request changes on your own pull request");
  }
  if ((event === "REQUEST_CHANGES" || event === "COMMENT") && !body?.trim()) {
    throw invalid("body", `a review with the event ${event} must have a body`, "missing_field");
  }
  // Submitting a review would create a pending one first, and only one can exist.
  if (state.reviews.has(db, { pull_request_id: pull.id, state: "PENDING", user_id: author.id })) {
    throw unprocessable("User can only have one pending review per pull request");
  }
  const changes = pullRequestChangesOf(db, pull);
  if (commit_id !== undefined && !isCommitOf(changes, commit_id.toLowerCase())) {
    throw invalid("commit_id", `${commit_id} is not a commit of this pull request`);
  }
  for (const comment of review.comments ?? []) checkComment(changes, comment);
}

function isCommitOf(changes: PullRequestChanges | undefined, sha: string): boolean {
  return changes ? changes.commits.includes(sha) : /^[0-9a-f]{40}$/.test(sha);
}

/** @throws HttpError 422 on a comment whose position is not part of the diff */
function checkComment(
  changes: PullRequestChanges | undefined,
  { path, line, position, side, start_line }: NonNullable<ReviewInput["comments"]>[number],
): void {
  if (line === undefined && position === undefined)
    throw invalid("comments", "a comment must have a line or a position");
  if (!changes) return;
  const file = changes.files.find((changed) => changed.path === path);
  if (!file) throw unprocessable("Path could not be resolved");
  const patch = readPatch(file.patch ?? "");
  const isInDiff =
    line === undefined
      ? position !== undefined && position >= 1 && position < patch.length
      : positionOf(patch, line, side) !== undefined;
  if (!isInDiff) throw unprocessable(start_line === undefined ? NOT_IN_DIFF : NOT_IN_DIFF_AS_RANGE);
}

const NOT_IN_DIFF =
  "Pull request review thread line must be part of the diff and Pull request review thread diff hunk can't be blank";
const NOT_IN_DIFF_AS_RANGE = [
  "Pull request review thread line must be part of the diff,",
  "Pull request review thread start line must be part of the same hunk as the line.,",
  "and Pull request review thread diff hunk can't be blank",
].join(" ");
