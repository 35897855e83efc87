import { integer, oneOf, type RowOf, row } from "./columns.ts";
import { type Database, queryIds } from "./database.ts";
import { NOTIFICATION_REASONS } from "./notification-threads.ts";

// Users who take part in an issue or pull request, by what they did.

const Participant = row({ user_id: integer(), reason: oneOf(NOTIFICATION_REASONS) });
export type Participant = RowOf<typeof Participant>;

/**
 * Returns the users who take part in an issue, each possibly several times; the last reason is the most important one.
 * Users with a subscription to the thread take part for the reason of their last notification.
 */
export function participantsOf(db: Database, issueId: number): Participant[] {
  const sql = `SELECT user_id, reason FROM (
      SELECT user_id, reason, 0 AS rank FROM notification_threads WHERE issue_id = ?1 AND ignored = 0
      UNION ALL SELECT q.user_id, 'review_requested', 1 FROM review_requests q
        JOIN pull_requests p ON p.id = q.pull_request_id WHERE p.issue_id = ?1 AND q.user_id IS NOT NULL
      UNION ALL SELECT user_id, 'comment', 2 FROM issue_comments WHERE issue_id = ?1
      UNION ALL SELECT v.user_id, 'comment', 2 FROM reviews v
        JOIN pull_requests p ON p.id = v.pull_request_id
        WHERE p.issue_id = ?1 AND v.user_id IS NOT NULL AND v.state <> 'PENDING'
      UNION ALL SELECT merged_by, 'state_change', 3 FROM pull_requests WHERE issue_id = ?1 AND merged_by IS NOT NULL
      UNION ALL SELECT user_id, 'assign', 4 FROM issue_assignees WHERE issue_id = ?1
      UNION ALL SELECT user_id, 'author', 5 FROM issues WHERE id = ?1
    ) GROUP BY user_id, reason ORDER BY min(rank)`;
  return db.all(Participant, sql, issueId);
}

/** Returns the users who have no subscription to their thread about an issue, or ignore it. */
export function unsubscribedFrom(db: Database, issueId: number): number[] {
  const sql = "SELECT user_id AS id FROM notification_threads WHERE issue_id = ? AND ignored IS NOT 0";
  return queryIds(db, sql, issueId);
}
