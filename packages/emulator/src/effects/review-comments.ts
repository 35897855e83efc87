import { type CommentOnChanges, reviewCommentEvent } from "../deliveries/events/review-comments.ts";
import { pullRequestChangesOf } from "../git/pull-request-changes.ts";
import { customFieldError, HttpError } from "../http-error.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import * as state from "../state/reviews.ts";
import { timestamp } from "../timestamp.ts";
import { type CommentedLines, commentProblem } from "./comment-problem.ts";
import { announceReview, checkNoPendingReview, isCommitOf } from "./reviews.ts";

/** A new comment on lines or, without lines, on a file. */
export interface NewComment extends CommentedLines {
  readonly body: string;
  readonly commit_id: string;
  readonly subject_type?: "line" | "file" | undefined;
}

/**
 * Comments on a pull request's changes, as a review of this one comment.
 * @throws HttpError 422 if the lines or the commit aren't part of the pull request
 */
export function addReviewComment(
  actionContext: RefUpdateContext,
  pull: PullRequest,
  newComment: NewComment,
): CommentOnChanges {
  const { db } = actionContext.context;
  const { body, commit_id, subject_type = "line", ...lines } = newComment;
  checkBody(body);
  const changes = pullRequestChangesOf(db, pull);
  if (!isCommitOf(changes, commit_id)) throw commentError("commit_id", "commit_id is not part of the pull request");
  const isOnFile = subject_type === "file";
  checkPlace(commentProblem(changes, isOnFile ? { path: lines.path, line: 1 } : lines), isOnFile);
  const place = isOnFile ? { path: lines.path } : lines;
  return insertComment(actionContext, pull, commit_id.toLowerCase(), { ...place, body, subject_type });
}

/**
 * Replies to a comment.
 * @throws HttpError 422 if there is no text
 */
export function replyToReviewComment(
  actionContext: RefUpdateContext,
  { pull, review, comment }: CommentOnChanges,
  body: string,
): CommentOnChanges {
  checkBody(body);
  const { id, path, subject_type, line, side, position, start_line, start_side } = comment;
  const place = { path, subject_type, line, side, position, start_line, start_side };
  return insertComment(actionContext, pull, review.commit_sha, { ...place, body, in_reply_to_id: id });
}

function insertComment(
  actionContext: RefUpdateContext,
  pull: PullRequest,
  commit_sha: string,
  comment: Omit<state.NewReviewComment, "created_at" | "updated_at">,
): CommentOnChanges {
  const { context, sender } = actionContext;
  checkNoPendingReview(context.db, pull, sender);
  const now = timestamp(context.now());
  const review = state.createReview(
    context.db,
    { pull_request_id: pull.id, user_id: sender.id, state: "COMMENTED", body: "", commit_sha, submitted_at: now },
    [{ ...comment, created_at: now, updated_at: now }],
  );
  announceReview(actionContext, pull, review);
  const [created] = state.reviewCommentsOf(context.db, review);
  if (!created) throw new Error(`The state has no comment of review ${review.id}.`);
  return { pull, review, comment: created };
}

/** Changes the text of a comment. */
export function editReviewComment(
  { context, repository, sender }: RefUpdateContext,
  { pull, review, comment }: CommentOnChanges,
  body: string,
): CommentOnChanges {
  checkBody(body);
  const edited = { ...comment, body, updated_at: timestamp(context.now()) };
  state.reviewComments.update(context.db, { id: comment.id }, { body, updated_at: edited.updated_at });
  const changed = { pull, review, comment: edited };
  if (review.state !== "PENDING") {
    const event = reviewCommentEvent(context, repository, changed, sender, "edited", comment.body);
    context.deliveries.emit(repository.id, event);
  }
  return changed;
}

/** Deletes a comment. Replies to it stay. */
export function removeReviewComment(
  { context, repository, sender }: RefUpdateContext,
  { pull, review, comment }: CommentOnChanges,
): void {
  if (review.state !== "PENDING") {
    const event = reviewCommentEvent(context, repository, { pull, review, comment }, sender, "deleted");
    context.deliveries.emit(repository.id, event);
  }
  state.deleteReviewComment(context.db, comment);
}

const RESOURCE = "PullRequestReviewComment";

const commentError = (field: string, message: string) => customFieldError(RESOURCE, field, message);

/** @throws HttpError 422 */
function checkBody(body: string): void {
  if (!body.trim())
    throw new HttpError(422, "Validation Failed", [{ resource: RESOURCE, field: "body", code: "missing_field" }]);
}

/** @throws HttpError 422 in GitHub's words; a file that was changed without lines has no first line */
function checkPlace(problem: ReturnType<typeof commentProblem>, isOnFile: boolean): void {
  if (problem === "path")
    throw new HttpError(422, "Validation Failed", [
      { resource: RESOURCE, field: "pull_request_review_thread.path", code: "invalid" },
    ]);
  if (problem === undefined || isOnFile) return;
  const line = "pull_request_review_thread.line";
  if (problem === "position")
    throw new HttpError(422, "Validation Failed", [{ resource: RESOURCE, field: line, code: "missing_field" }]);
  throw new HttpError(422, "Validation Failed", [
    { resource: RESOURCE, field: line, code: "custom", message: `${line} must be part of the diff` },
    { resource: RESOURCE, field: "pull_request_review_thread.diff_hunk", code: "missing_field" },
  ]);
}
