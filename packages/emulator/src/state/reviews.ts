import { integer, nullable, oneOf, type RowOf, reference, rowId, text } from "./columns.ts";
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
    path: text(),
    body: text(),
    position: nullable(integer()),
    line: nullable(integer()),
    side: nullable(text()),
    start_line: nullable(integer()),
    start_side: nullable(text()),
  },
  { indexes: { review_comments_by_review: "review_id" } },
);
export type ReviewComment = RowOf<typeof reviewComments>;

export function createReview(
  db: Database,
  review: NewRow<Review>,
  comments: readonly Omit<NewRow<ReviewComment>, "review_id">[],
): Review {
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
