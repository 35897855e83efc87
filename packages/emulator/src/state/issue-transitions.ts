import { integer, row } from "./columns.ts";
import type { Database } from "./database.ts";
import { issueFieldValues } from "./issue-fields.ts";
import { type Issue, issues } from "./issues.ts";
import type { Repository } from "./repositories.ts";

// State changes of issues that no operation of the API makes.

export function closeIssue(db: Database, { id }: Issue, reason: NonNullable<Issue["state_reason"]>, now: string): void {
  issues.update(db, { id }, { state: "closed", state_reason: reason, closed_at: now, updated_at: now });
}

export function reopenIssue(db: Database, { id }: Issue, now: string): void {
  issues.update(db, { id }, { state: "open", state_reason: "reopened", closed_at: null, updated_at: now });
}

/** Marks an issue as deleted. */
export function deleteIssue(db: Database, { id }: Issue, now: string): void {
  issues.update(db, { id }, { deleted_at: now, updated_at: now });
}

const Last = row({ last: integer() });

/**
 * Transfers an issue to another repository of its owner, with its comments and reactions. Labels and milestones are
 * kept if the target has ones of the same name.
 * @returns the new issue
 * @see GitHub's documentation on transferring issues
 */
export function transferIssue(db: Database, issue: Issue, target: Repository, now: string): Issue {
  return db.transaction(() => {
    const lastNumber = db.get(
      Last,
      "SELECT coalesce(max(number), 0) AS last FROM issues WHERE repository_id = ?",
      target.id,
    );
    const { id, ...rest } = issue;
    const transferred = issues.insert(db, {
      ...rest,
      repository_id: target.id,
      number: (lastNumber?.last ?? 0) + 1,
      updated_at: now,
      milestone_id: null,
    });
    db.run(
      `UPDATE issues SET milestone_id = (SELECT m.id FROM milestones m JOIN milestones o ON o.title = m.title
         WHERE m.repository_id = ? AND o.id = ?) WHERE id = ?`,
      ...[target.id, issue.milestone_id, transferred.id],
    );
    for (const statement of COPY_STATEMENTS) db.run(statement, transferred.id, id);
    issueFieldValues.update(db, { issue_id: id }, { issue_id: transferred.id });
    db.run(
      `INSERT INTO issue_labels (issue_id, label_id) SELECT ?1, l.id FROM issue_labels i
         JOIN labels o ON o.id = i.label_id JOIN labels l ON l.repository_id = ?2 AND l.name = o.name
       WHERE i.issue_id = ?3`,
      ...[transferred.id, target.id, id],
    );
    issues.update(db, { id }, { moved_to: target.id, moved_number: transferred.number, updated_at: now });
    return transferred;
  });
}

/** Rows that are copied unchanged. Inserting comments again also updates the search index. */
const COPY_STATEMENTS = [
  `INSERT INTO issue_comments (issue_id, user_id, body, created_at)
   SELECT ?, user_id, body, created_at FROM issue_comments WHERE issue_id = ? ORDER BY id`,
  `INSERT INTO issue_assignees (issue_id, user_id, position)
   SELECT ?, user_id, position FROM issue_assignees WHERE issue_id = ?`,
  `INSERT INTO issue_reactions (issue_id, user_id, content)
   SELECT ?, user_id, content FROM issue_reactions WHERE issue_id = ?`,
] as const;
