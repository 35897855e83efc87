import { type Account, accounts } from "./accounts.ts";
import { flag, integer, nullable, oneOf, type RowOf, reference, row, rowId, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

export const REACTIONS = ["+1", "-1", "laugh", "confused", "heart", "hooray", "eyes", "rocket"] as const;
export type Reaction = (typeof REACTIONS)[number];

export const STATE_REASONS = ["completed", "reopened", "not_planned", "duplicate"] as const;
export const LOCK_REASONS = ["off-topic", "too heated", "resolved", "spam"] as const;

/** The columns shared by issues and pull requests. */
export const commonIssueColumns = {
  repository_id: reference("repositories"),
  number: integer(),
  user_id: reference("accounts"),
  title: text(),
  body: nullable(text()),
  state: oneOf(["open", "closed"]),
  locked: flag(),
  lock_reason: nullable(oneOf(LOCK_REASONS)),
  milestone_id: nullable(reference("milestones", "SET NULL")),
  created_at: text(),
  updated_at: text(),
  closed_at: nullable(text()),
};

export const issues = table(
  "issues",
  {
    id: rowId(),
    ...commonIssueColumns,
    state_reason: nullable(oneOf(STATE_REASONS)),
    deleted_at: nullable(text()),
    /** The repository it was transferred to, and its number there. */
    moved_to: nullable(reference("repositories", "SET NULL")),
    moved_number: nullable(integer()),
  },
  {
    unique: [["repository_id", "number"]],
    indexes: {
      issues_by_state: "repository_id, state, created_at, number",
      issues_by_age: "repository_id, created_at, number",
      issues_by_change: "repository_id, updated_at, number",
      issues_by_milestone: "milestone_id",
    },
  },
);
export type Issue = RowOf<typeof issues>;

export const issueAssignees = table(
  "issue_assignees",
  {
    issue_id: reference("issues"),
    user_id: reference("accounts"),
    position: integer(),
  },
  { key: ["issue_id", "user_id"] },
);

export const issueComments = table(
  "issue_comments",
  {
    id: rowId(),
    issue_id: reference("issues"),
    user_id: reference("accounts"),
    body: text(),
    created_at: text(),
    updated_at: text(),
  },
  { indexes: { issue_comments_by_issue: "issue_id" } },
);
export type IssueComment = RowOf<typeof issueComments>;

export const issueReactions = table(
  "issue_reactions",
  {
    id: rowId(),
    issue_id: reference("issues"),
    user_id: reference("accounts"),
    content: oneOf(REACTIONS),
    created_at: text(),
  },
  {
    unique: [["issue_id", "user_id", "content"]],
    more: `
CREATE VIRTUAL TABLE issue_words USING fts5 (title, body, comments);
CREATE TRIGGER issue_said AFTER INSERT ON issues BEGIN
  INSERT INTO issue_words (rowid, title, body, comments) VALUES (new.id, new.title, new.body, '');
END;
CREATE TRIGGER issue_forgotten AFTER DELETE ON issues BEGIN
  DELETE FROM issue_words WHERE rowid = old.id;
END;
CREATE TRIGGER issue_commented AFTER INSERT ON issue_comments BEGIN
  UPDATE issue_words SET comments = comments || ' ' || new.body WHERE rowid = new.issue_id;
END;
CREATE TRIGGER issue_edited AFTER UPDATE OF title, body ON issues BEGIN
  UPDATE issue_words SET title = new.title, body = new.body WHERE rowid = new.id;
END;
CREATE TRIGGER issue_comment_edited AFTER UPDATE OF body ON issue_comments BEGIN
  UPDATE issue_words SET comments = (SELECT ' ' || group_concat(body, ' ') FROM issue_comments WHERE issue_id = new.issue_id)
  WHERE rowid = new.issue_id;
END;
-- Comments that are deleted with their issue need no update: the issue is already gone.
CREATE TRIGGER issue_comment_deleted AFTER DELETE ON issue_comments
WHEN EXISTS (SELECT 1 FROM issues WHERE id = old.issue_id) BEGIN
  UPDATE issue_words SET comments =
    coalesce((SELECT ' ' || group_concat(body, ' ') FROM issue_comments WHERE issue_id = old.issue_id), '')
  WHERE rowid = old.issue_id;
END;
`,
  },
);

export const issueCommentReactions = table(
  "issue_comment_reactions",
  {
    id: rowId(),
    comment_id: reference("issue_comments"),
    user_id: reference("accounts"),
    content: oneOf(REACTIONS),
    created_at: text(),
  },
  { unique: [["comment_id", "user_id", "content"]] },
);

export function getIssue(db: Database, id: number): Issue {
  const issue = issues.find(db, { id });
  if (!issue) throw new Error(`The state has no issue ${id}.`);
  return issue;
}

const Last = row({ last: integer() });

/** Returns the number of a repository's next issue or pull request. */
export function nextIssueNumber(db: Database, repositoryId: number): number {
  const sql = "SELECT coalesce(max(number), 0) AS last FROM issues WHERE repository_id = ?";
  return (db.get(Last, sql, repositoryId)?.last ?? 0) + 1;
}

/** Assigns a user as the last of an issue's assignees. */
export function assignIssue(db: Database, issueId: number, userId: number): void {
  const sql = "SELECT coalesce(max(position), -1) AS last FROM issue_assignees WHERE issue_id = ?";
  const position = (db.get(Last, sql, issueId)?.last ?? -1) + 1;
  issueAssignees.add(db, { issue_id: issueId, user_id: userId, position });
}

/** Unassigns a user from all issues and pull requests of a repository. */
export function unassignFromRepository(db: Database, repositoryId: number, userId: number): void {
  const sql = `DELETE FROM issue_assignees WHERE user_id = ?
    AND issue_id IN (SELECT id FROM issues WHERE repository_id = ?)`;
  db.run(sql, userId, repositoryId);
}

/** Returns an issue's assignees in the order they were assigned. */
export function assigneesOf(db: Database, issueId: number): Account[] {
  const sql = `SELECT a.* FROM issue_assignees i JOIN accounts a ON a.id = i.user_id
    WHERE i.issue_id = ? ORDER BY i.position`;
  return db.all(accounts, sql, issueId);
}

const ReactionCount = row({ content: oneOf(REACTIONS), count: integer() });

/** Returns the number of each reaction to an issue. Reactions that weren't given are absent. */
export function reactionCounts(db: Database, issueId: number): ReadonlyMap<Reaction, number> {
  const sql = "SELECT content, count(*) AS count FROM issue_reactions WHERE issue_id = ? GROUP BY content";
  return new Map(db.all(ReactionCount, sql, issueId).map(({ content, count }) => [content, count]));
}

/** Returns the number of each reaction to a comment. Reactions that weren't given are absent. */
export function commentReactionCounts(db: Database, commentId: number): ReadonlyMap<Reaction, number> {
  const sql = "SELECT content, count(*) AS count FROM issue_comment_reactions WHERE comment_id = ? GROUP BY content";
  return new Map(db.all(ReactionCount, sql, commentId).map(({ content, count }) => [content, count]));
}
