import { integer, nullable, oneOf, type RowOf, reference, row, rowId, text } from "./columns.ts";
import { type Database, type PageRange, queryCount, queryPage, type RowPage } from "./database.ts";
import { type NewRow, table } from "./table.ts";

export const REVIEW_STATES = ["PENDING", "APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED"] as const;

export const reviews = table(
  "reviews",
  {
    id: rowId(),
    pull_request_id: reference("pull_requests"),
    /** Null for reviews by a deleted account. */
    user_id: nullable(reference("accounts")),
    state: oneOf(REVIEW_STATES),
    body: text(),
    commit_sha: text(),
    submitted_at: nullable(text()),
  },
  { indexes: { reviews_by_pull_request: "pull_request_id" } },
);
export type Review = RowOf<typeof reviews>;

export const reviewComments = table(
  "review_comments",
  {
    id: rowId(),
    review_id: reference("reviews"),
    /** The comment that it replies to, which is itself not a reply. */
    in_reply_to_id: nullable(reference("review_comments", "SET NULL")),
    subject_type: oneOf(["line", "file"]),
    path: text(),
    body: text(),
    position: nullable(integer()),
    line: nullable(integer()),
    side: nullable(text()),
    start_line: nullable(integer()),
    start_side: nullable(text()),
    created_at: text(),
    updated_at: text(),
  },
  { indexes: { review_comments_by_review: "review_id", review_comments_by_parent: "in_reply_to_id" } },
);
export type ReviewComment = RowOf<typeof reviewComments>;

/** A comment of a new review. */
export type NewReviewComment = Omit<NewRow<ReviewComment>, "review_id">;

export function createReview(db: Database, review: NewRow<Review>, comments: readonly NewReviewComment[]): Review {
  const created = reviews.insert(db, review);
  for (const comment of comments) reviewComments.insert(db, { ...comment, review_id: created.id });
  return created;
}

/** Returns a review's comments, oldest first. */
export function reviewCommentsOf(db: Database, { id }: Pick<Review, "id">): ReviewComment[] {
  return reviewComments.all(db, { review_id: id }, "id");
}

/**
 * Returns a pull request's reviews, oldest first.
 * @param readerId an account that also sees its own pending review
 */
export function reviewsOf(
  db: Database,
  pullRequestId: number,
  readerId: number | undefined,
  pageRange: PageRange,
): RowPage<Review> {
  const query = `* FROM reviews WHERE pull_request_id = ?
    AND (state != 'PENDING' OR user_id = ?) ORDER BY id`;
  return queryPage(db, reviews, query, [pullRequestId, readerId ?? null], pageRange);
}

/** Counts the comments of submitted reviews. */
export function countReviewComments(db: Database, pullRequestId: number): number {
  const sql = `SELECT count(*) AS count FROM review_comments c JOIN reviews r ON r.id = c.review_id
    WHERE r.pull_request_id = ? AND r.state != 'PENDING'`;
  return queryCount(db, sql, pullRequestId);
}

const SubmittedReviewer = row({
  user_id: integer(),
  state: oneOf(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED"]),
});
export type SubmittedReviewer = RowOf<typeof SubmittedReviewer>;

/**
 * Returns the reviewers with their latest review. A comment does not replace an earlier approval or request for
 * changes.
 */
export function submittedReviewers(db: Database, pullRequestId: number): SubmittedReviewer[] {
  const sql = `SELECT user_id, state FROM reviews v WHERE pull_request_id = ?1 AND user_id IS NOT NULL AND state <> 'PENDING'
      AND NOT EXISTS (SELECT 1 FROM reviews w WHERE w.pull_request_id = ?1 AND w.user_id = v.user_id AND w.state <> 'PENDING'
        AND (w.state <> 'COMMENTED') >= (v.state <> 'COMMENTED')
        AND ((w.state <> 'COMMENTED') > (v.state <> 'COMMENTED') OR w.id > v.id))
    ORDER BY id`;
  return db.all(SubmittedReviewer, sql, pullRequestId);
}

/** Finds a pull request's review, if the reader can see it: pending reviews are visible to their authors only. */
export function findVisibleReview(
  db: Database,
  { id, pull_request_id }: Pick<Review, "id" | "pull_request_id">,
  readerId: number | undefined,
): Review | undefined {
  const review = reviews.find(db, { id, pull_request_id });
  return review && (review.state !== "PENDING" || review.user_id === readerId) ? review : undefined;
}

/** Returns the review that a comment belongs to. */
export function reviewOfComment(db: Database, { review_id }: Pick<ReviewComment, "review_id">): Review {
  const review = reviews.find(db, { id: review_id });
  if (!review) throw new Error(`The state has no review ${review_id}.`);
  return review;
}

/** Filters and order of a pull request's list of review comments. */
export interface ReviewCommentFilter {
  readonly sort: "created" | "updated";
  readonly direction: "asc" | "desc";
  /** Only comments that were updated at this time or later. */
  readonly since: string | undefined;
}

/** Lists the comments of a pull request's submitted reviews. */
export function listReviewComments(
  db: Database,
  pullRequestId: number,
  { sort, direction, since }: ReviewCommentFilter,
  pageRange: PageRange,
): RowPage<ReviewComment> {
  const query = `c.* FROM review_comments c JOIN reviews r ON r.id = c.review_id
    WHERE r.pull_request_id = ? AND r.state != 'PENDING' AND c.updated_at >= ?
    ORDER BY c.${sort === "created" ? "created_at" : "updated_at"} ${direction}, c.id ${direction}`;
  return queryPage(db, reviewComments, query, [pullRequestId, since ?? ""], pageRange);
}

/** Deletes a comment, and its review if that has no other contents. */
export function deleteReviewComment(db: Database, { id, review_id }: Pick<ReviewComment, "id" | "review_id">): void {
  reviewComments.delete(db, { id });
  if (!reviewComments.has(db, { review_id })) reviews.delete(db, { id: review_id, state: "COMMENTED", body: "" });
}
