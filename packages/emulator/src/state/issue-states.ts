import * as z from "zod/mini";
import type { Database } from "./database.ts";
import { createIssue, type Issue } from "./issues.ts";
import type { Repository } from "./repositories.ts";

// How issues come to be closed, open again, deleted, or somewhere else: what no operation of the API does.

export function closeIssue(db: Database, { id }: Issue, reason: NonNullable<Issue["state_reason"]>, now: string): void {
  const sql = `UPDATE issues SET state = 'closed', state_reason = ?1, closed_at = ?2, updated_at = ?2 WHERE id = ?3`;
  db.run(sql, reason, now, id);
}

export function reopenIssue(db: Database, { id }: Issue, now: string): void {
  const sql = `UPDATE issues SET state = 'open', state_reason = 'reopened', closed_at = NULL, updated_at = ? WHERE id = ?`;
  db.run(sql, now, id);
}

/** From now on it was there. */
export function deleteIssue(db: Database, { id }: Issue, now: string): void {
  db.run("UPDATE issues SET deleted_at = ?1, updated_at = ?1 WHERE id = ?2", now, id);
}

const Last = z.object({ last: z.int() });

/**
 * Moves an issue to another repository of its owner, with all that was said of it: labels and milestones as far as there
 * are such by name (public documents of transferring issues).
 * @returns the issue that it is there
 */
export function transferIssue(db: Database, issue: Issue, target: Repository, now: string): Issue {
  return db.transaction(() => {
    const last = db.get(Last, "SELECT coalesce(max(number), 0) AS last FROM issues WHERE repository_id = ?", target.id);
    const { id, ...rest } = issue;
    const there = createIssue(db, {
      ...rest,
      ...{ repository_id: target.id, number: (last?.last ?? 0) + 1, updated_at: now, milestone_id: null },
    });
    db.run(
      `UPDATE issues SET milestone_id = (SELECT m.id FROM milestones m JOIN milestones o ON o.title = m.title
         WHERE m.repository_id = ? AND o.id = ?) WHERE id = ?`,
      ...[target.id, issue.milestone_id, there.id],
    );
    for (const copy of COPIES) db.run(copy, there.id, id);
    db.run("UPDATE issue_field_values SET issue_id = ? WHERE issue_id = ?", there.id, id);
    db.run(
      `INSERT INTO issue_labels (issue_id, label_id) SELECT ?1, l.id FROM issue_labels i
         JOIN labels o ON o.id = i.label_id JOIN labels l ON l.repository_id = ?2 AND l.name = o.name
       WHERE i.issue_id = ?3`,
      ...[there.id, target.id, id],
    );
    const moved = "UPDATE issues SET moved_to = ?, moved_number = ?, updated_at = ? WHERE id = ?";
    db.run(moved, target.id, there.number, now, id);
    return there;
  });
}

/** What goes along as it is. What was said is said anew, since what is searched for follows that. */
const COPIES = [
  `INSERT INTO issue_comments (issue_id, user_id, body, created_at)
   SELECT ?, user_id, body, created_at FROM issue_comments WHERE issue_id = ? ORDER BY id`,
  `INSERT INTO issue_assignees (issue_id, user_id, position)
   SELECT ?, user_id, position FROM issue_assignees WHERE issue_id = ?`,
  `INSERT INTO issue_reactions (issue_id, user_id, content)
   SELECT ?, user_id, content FROM issue_reactions WHERE issue_id = ?`,
] as const;
