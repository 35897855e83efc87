import type { Database } from "./database.ts";
import { issueFieldValues } from "./issue-fields.ts";
import { type Issue, issues, nextIssueNumber } from "./issues.ts";
import type { Repository } from "./repositories.ts";

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

/**
 * Transfers an issue to another repository of its owner, with its comments and reactions. Labels and milestones are
 * kept if the target has ones of the same name.
 * @returns the new issue
 * @see GitHub's documentation on transferring issues
 */
export function transferIssue(db: Database, issue: Issue, target: Repository, now: string): Issue {
  return db.transaction(() => {
    const { id, ...rest } = issue;
    const transferred = issues.insert(db, {
      ...rest,
      repository_id: target.id,
      number: nextIssueNumber(db, target.id),
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
  `INSERT INTO issue_comments (issue_id, user_id, body, created_at, updated_at)
   SELECT ?, user_id, body, created_at, updated_at FROM issue_comments WHERE issue_id = ? ORDER BY id`,
  // The copies of comments have the order of the originals.
  `INSERT INTO issue_comment_reactions (comment_id, user_id, content, created_at)
   SELECT copy.id, x.user_id, x.content, x.created_at
   FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM issue_comments WHERE issue_id = ?) copy
   JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM issue_comments WHERE issue_id = ?) original
     ON original.place = copy.place
   JOIN issue_comment_reactions x ON x.comment_id = original.id ORDER BY x.id`,
  `INSERT INTO issue_assignees (issue_id, user_id, position)
   SELECT ?, user_id, position FROM issue_assignees WHERE issue_id = ?`,
  `INSERT INTO issue_reactions (issue_id, user_id, content, created_at)
   SELECT ?, user_id, content, created_at FROM issue_reactions WHERE issue_id = ? ORDER BY id`,
  `INSERT INTO issue_events (issue_id, actor_id, event, commit_sha, subject_id, team_id, details, created_at)
   SELECT ?, actor_id, event, commit_sha, subject_id, team_id, details, created_at FROM issue_events
   WHERE issue_id = ? ORDER BY id`,
] as const;
