import * as z from "zod/mini";
import { Account } from "./accounts.ts";
import { type Database, exists, flag, queryCount } from "./database.ts";

/**
 * Pull requests are issues with additional fields, and share their numbers. Triggers keep the full-text index up to
 * date.
 */
export const ISSUE_TABLES = `
CREATE TABLE issues (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  number INTEGER NOT NULL, user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  title TEXT NOT NULL, body TEXT, state TEXT NOT NULL, state_reason TEXT, locked INTEGER NOT NULL, lock_reason TEXT,
  milestone_id INTEGER REFERENCES milestones ON DELETE SET NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, closed_at TEXT, deleted_at TEXT,
  moved_to INTEGER REFERENCES repositories ON DELETE SET NULL, moved_number INTEGER, UNIQUE (repository_id, number)
) STRICT;
CREATE INDEX issues_by_state ON issues (repository_id, state, created_at, number);
CREATE INDEX issues_by_age ON issues (repository_id, created_at, number);
CREATE INDEX issues_by_change ON issues (repository_id, updated_at, number);
CREATE INDEX issues_by_milestone ON issues (milestone_id);
CREATE TABLE issue_assignees (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, position INTEGER NOT NULL, PRIMARY KEY (issue_id, user_id)
) STRICT;
CREATE TABLE issue_comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, body TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX issue_comments_by_issue ON issue_comments (issue_id);
CREATE TABLE issue_reactions (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, content TEXT NOT NULL,
  PRIMARY KEY (issue_id, user_id, content)
) STRICT;
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
`;

export const REACTIONS = ["+1", "-1", "laugh", "confused", "heart", "hooray", "eyes", "rocket"] as const;
export type Reaction = (typeof REACTIONS)[number];

export const STATE_REASONS = ["completed", "reopened", "not_planned", "duplicate"] as const;
export const LOCK_REASONS = ["off-topic", "too heated", "resolved", "spam"] as const;

const issueFields = {
  repository_id: z.int(),
  number: z.int(),
  user_id: z.int(),
  title: z.string(),
  body: z.nullable(z.string()),
  state: z.enum(["open", "closed"]),
  locked: flag(),
  lock_reason: z.nullable(z.enum(LOCK_REASONS)),
  milestone_id: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.nullable(z.string()),
};

/** The fields shared by issues and pull requests. */
export const CommonIssueFields = z.object(issueFields);

export const Issue = z.object({
  id: z.int(),
  ...issueFields,
  state_reason: z.nullable(z.enum(STATE_REASONS)),
  deleted_at: z.nullable(z.string()),
  /** The repository it was transferred to, and its number there. */
  moved_to: z.nullable(z.int()),
  moved_number: z.nullable(z.int()),
});
export type Issue = z.output<typeof Issue>;

export function createIssue(db: Database, issue: Omit<Issue, "id">): Issue {
  const { id } = db.run(
    `INSERT INTO issues (repository_id, number, user_id, title, body, state, state_reason, locked, lock_reason, milestone_id,
       created_at, updated_at, closed_at, deleted_at, moved_to, moved_number)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[issue.repository_id, issue.number, issue.user_id, issue.title, issue.body, issue.state, issue.state_reason],
    ...[Number(issue.locked), issue.lock_reason, issue.milestone_id, issue.created_at, issue.updated_at],
    ...[issue.closed_at, issue.deleted_at, issue.moved_to, issue.moved_number],
  );
  return { ...issue, id };
}

/** Finds an issue or pull request by number, including deleted and transferred ones. */
export function findIssue(db: Database, repositoryId: number, number: number): Issue | undefined {
  return db.get(Issue, "SELECT * FROM issues WHERE repository_id = ? AND number = ?", repositoryId, number);
}

export function getIssue(db: Database, id: number): Issue {
  const issue = db.get(Issue, "SELECT * FROM issues WHERE id = ?", id);
  if (!issue) throw new Error(`The state has no issue ${id}.`);
  return issue;
}

export function isPullRequest(db: Database, issueId: number): boolean {
  return exists(db, "SELECT 1 FROM pull_requests WHERE issue_id = ?", issueId);
}

/** Sets the time of an issue's last change. */
export function touchIssue(db: Database, issueId: number, now: string): void {
  db.run("UPDATE issues SET updated_at = ? WHERE id = ?", now, issueId);
}

/** Counts a repository's open issues and pull requests. */
export function countOpenIssues(db: Database, repositoryId: number): number {
  const sql = `SELECT count(*) AS count FROM issues
    WHERE repository_id = ? AND state = 'open' AND deleted_at IS NULL AND moved_number IS NULL`;
  return queryCount(db, sql, repositoryId);
}

/** Counts a milestone's issues and pull requests in a state. */
export function countMilestoneIssues(db: Database, milestoneId: number, state: Issue["state"]): number {
  const sql = `SELECT count(*) AS count FROM issues
    WHERE milestone_id = ? AND state = ? AND deleted_at IS NULL AND moved_number IS NULL`;
  return queryCount(db, sql, milestoneId, state);
}

export function assignIssue(db: Database, issueId: number, userId: number): void {
  db.run(
    `INSERT OR IGNORE INTO issue_assignees
     SELECT ?1, ?2, (SELECT count(*) FROM issue_assignees WHERE issue_id = ?1)`,
    ...[issueId, userId],
  );
}

/** Returns an issue's assignees in the order they were assigned. */
export function assigneesOf(db: Database, issueId: number): Account[] {
  const sql = `SELECT a.* FROM issue_assignees i JOIN accounts a ON a.id = i.user_id
    WHERE i.issue_id = ? ORDER BY i.position`;
  return db.all(Account, sql, issueId);
}

export function commentOnIssue(db: Database, issueId: number, userId: number, body: string, now: string): void {
  const sql = "INSERT INTO issue_comments (issue_id, user_id, body, created_at) VALUES (?, ?, ?, ?)";
  db.run(sql, issueId, userId, body, now);
}

export function countComments(db: Database, issueId: number): number {
  return queryCount(db, "SELECT count(*) AS count FROM issue_comments WHERE issue_id = ?", issueId);
}

export function addReaction(db: Database, issueId: number, userId: number, content: Reaction): void {
  db.run("INSERT OR IGNORE INTO issue_reactions VALUES (?, ?, ?)", issueId, userId, content);
}

/** Returns the number of each reaction. Reactions that weren't given are absent. */
export function reactionCounts(db: Database, issueId: number): ReadonlyMap<Reaction, number> {
  const Row = z.object({ content: z.enum(REACTIONS), count: z.int() });
  const sql = "SELECT content, count(*) AS count FROM issue_reactions WHERE issue_id = ? GROUP BY content";
  return new Map(db.all(Row, sql, issueId).map(({ content, count }) => [content, count]));
}
