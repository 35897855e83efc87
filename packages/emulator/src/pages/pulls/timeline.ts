import { integer, nullable, oneOf, type RowOf, row, text } from "../../state/columns.ts";
import { type Database, type PageRange, queryCount, type RowPage } from "../../state/database.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import { REVIEW_STATES } from "../../state/reviews.ts";

/** A comment or a submitted review. */
const TimelineEntry = row({
  kind: oneOf(["comment", "review"]),
  id: integer(),
  /** Null if the author's account was deleted. */
  user_id: nullable(integer()),
  body: text(),
  state: nullable(oneOf(REVIEW_STATES)),
  at: text(),
});
export type TimelineEntry = RowOf<typeof TimelineEntry>;

const ENTRIES_SQL = `SELECT 'comment' AS kind, id, user_id, body, NULL AS state, created_at AS at
    FROM issue_comments WHERE issue_id = ?
  UNION ALL SELECT 'review', id, user_id, body, state, coalesce(submitted_at, '')
    FROM reviews WHERE pull_request_id = ? AND state <> 'PENDING'`;

/** Returns comments and submitted reviews, oldest first. Pending reviews are left out. */
export function readTimeline(db: Database, { id, issue_id }: PullRequest, window: PageRange): RowPage<TimelineEntry> {
  const sql = `SELECT * FROM (${ENTRIES_SQL}) ORDER BY at, kind, id LIMIT ? OFFSET ?`;
  return {
    rows: db.all(TimelineEntry, sql, issue_id, id, window.limit, window.offset),
    total: queryCount(db, `SELECT count(*) AS count FROM (${ENTRIES_SQL})`, issue_id, id),
  };
}
