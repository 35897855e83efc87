import * as z from "zod/mini";
import { countOf, type Database, type Part, type Window } from "../../state/database.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { REVIEW_STATES } from "../../state/reviews.ts";

/** Something that was said of a pull request: a comment, or a review. */
const Entry = z.object({
  kind: z.enum(["comment", "review"]),
  id: z.int(),
  /** Null for an app and for a workflow. */
  user_id: z.nullable(z.int()),
  body: z.string(),
  state: z.nullable(z.enum(REVIEW_STATES)),
  at: z.string(),
});
export type Entry = z.output<typeof Entry>;

const SOURCES = `SELECT 'comment' AS kind, id, user_id, body, NULL AS state, created_at AS at
    FROM issue_comments WHERE issue_id = ?
  UNION ALL SELECT 'review', id, user_id, body, state, coalesce(submitted_at, '')
    FROM reviews WHERE pull_request_id = ? AND state <> 'PENDING'`;

/** What was said of a pull request, the first first; reviews that nobody else may see yet are left out. */
export function timelineOf(db: Database, { id, issue_id }: PullRequest, window: Window): Part<Entry> {
  const sql = `SELECT * FROM (${SOURCES}) ORDER BY at, kind, id LIMIT ? OFFSET ?`;
  return {
    rows: db.all(Entry, sql, issue_id, id, window.limit, window.offset),
    total: countOf(db, `SELECT count(*) AS count FROM (${SOURCES})`, issue_id, id),
  };
}

const Reviewer = z.object({
  user_id: z.int(),
  state: z.enum(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED"]),
});
export type Reviewer = z.output<typeof Reviewer>;

/** Who has reviewed, each with their last word: a mere comment does not take back what was said before. */
export function reviewersOf(db: Database, pullRequestId: number): Reviewer[] {
  const sql = `SELECT user_id, state FROM reviews v WHERE pull_request_id = ?1 AND user_id IS NOT NULL AND state <> 'PENDING'
      AND NOT EXISTS (SELECT 1 FROM reviews w WHERE w.pull_request_id = ?1 AND w.user_id = v.user_id AND w.state <> 'PENDING'
        AND (w.state <> 'COMMENTED') >= (v.state <> 'COMMENTED')
        AND ((w.state <> 'COMMENTED') > (v.state <> 'COMMENTED') OR w.id > v.id))
    ORDER BY id`;
  return db.all(Reviewer, sql, pullRequestId);
}
