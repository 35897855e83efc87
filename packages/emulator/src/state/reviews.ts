import * as z from "zod/mini";
import { type Database, exists, type PageRange, queryCount, queryPage, type RowPage } from "./database.ts";

export const REVIEW_TABLES = `
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT, pull_request_id INTEGER NOT NULL REFERENCES pull_requests ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, state TEXT NOT NULL, body TEXT NOT NULL, commit_sha TEXT NOT NULL, submitted_at TEXT
) STRICT;
CREATE INDEX reviews_by_pull_request ON reviews (pull_request_id);
CREATE TABLE review_comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, review_id INTEGER NOT NULL REFERENCES reviews ON DELETE CASCADE,
  path TEXT NOT NULL, body TEXT NOT NULL, position INTEGER, line INTEGER, side TEXT, start_line INTEGER, start_side TEXT
) STRICT;
CREATE INDEX review_comments_by_review ON review_comments (review_id);
`;

export const REVIEW_STATES = ["PENDING", "APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED"] as const;

export const Review = z.object({
  id: z.int(),
  pull_request_id: z.int(),
  /** Null for reviews by a deleted account. */
  user_id: z.nullable(z.int()),
  state: z.enum(REVIEW_STATES),
  body: z.string(),
  commit_sha: z.string(),
  submitted_at: z.nullable(z.string()),
});
export type Review = z.output<typeof Review>;

/** A comment on a line. */
export interface ReviewComment {
  readonly path: string;
  readonly body: string;
  readonly position?: number | undefined;
  readonly line?: number | undefined;
  readonly side?: string | undefined;
  readonly start_line?: number | undefined;
  readonly start_side?: string | undefined;
}

export function createReview(db: Database, review: Omit<Review, "id">, comments: readonly ReviewComment[]): Review {
  const { id } = db.run(
    `INSERT INTO reviews (pull_request_id, user_id, state, body, commit_sha, submitted_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    ...[review.pull_request_id, review.user_id, review.state, review.body, review.commit_sha, review.submitted_at],
  );
  for (const comment of comments) {
    db.run(
      `INSERT INTO review_comments (review_id, path, body, position, line, side, start_line, start_side)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, comment.path, comment.body, comment.position ?? null, comment.line ?? null, comment.side ?? null],
      ...[comment.start_line ?? null, comment.start_side ?? null],
    );
  }
  return { ...review, id };
}

const StoredReviewComment = z.object({
  id: z.int(),
  path: z.string(),
  body: z.string(),
  position: z.nullable(z.int()),
  line: z.nullable(z.int()),
  side: z.nullable(z.string()),
  start_line: z.nullable(z.int()),
  start_side: z.nullable(z.string()),
});
export type StoredReviewComment = z.output<typeof StoredReviewComment>;

/** Returns a review's comments, oldest first. */
export function reviewCommentsOf(db: Database, { id }: Pick<Review, "id">): StoredReviewComment[] {
  return db.all(StoredReviewComment, "SELECT * FROM review_comments WHERE review_id = ? ORDER BY id", id);
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
  return queryPage(db, Review, query, [pullRequestId, readerId ?? null], pageRange);
}

export function hasPendingReview(db: Database, pullRequestId: number, authorId: number): boolean {
  const sql = "SELECT 1 FROM reviews WHERE pull_request_id = ? AND state = 'PENDING' AND user_id = ?";
  return exists(db, sql, pullRequestId, authorId);
}

/** Counts the comments of submitted reviews. */
export function countReviewComments(db: Database, pullRequestId: number): number {
  const sql = `SELECT count(*) AS count FROM review_comments c JOIN reviews r ON r.id = c.review_id
    WHERE r.pull_request_id = ? AND r.state != 'PENDING'`;
  return queryCount(db, sql, pullRequestId);
}
