import * as z from "zod/mini";
import type { Database } from "./database.ts";

export const PULL_REQUEST_TABLES = `
CREATE TABLE pull_requests (
  id INTEGER PRIMARY KEY, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, number INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES accounts, title TEXT NOT NULL, body TEXT, state TEXT NOT NULL,
  head TEXT NOT NULL, base TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (repository_id, number)
) STRICT;
`;

export const PullRequest = z.object({
  id: z.int(),
  repository_id: z.int(),
  number: z.int(),
  user_id: z.int(),
  title: z.string(),
  body: z.nullable(z.string()),
  state: z.string(),
  head: z.string(),
  base: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type PullRequest = z.output<typeof PullRequest>;

export function createPullRequest(db: Database, pull: Omit<PullRequest, "id">): PullRequest {
  const { id } = db.run(
    `INSERT INTO pull_requests (repository_id, number, user_id, title, body, state, head, base, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[pull.repository_id, pull.number, pull.user_id, pull.title, pull.body, pull.state],
    ...[pull.head, pull.base, pull.created_at, pull.updated_at],
  );
  return { ...pull, id };
}

export function findPullRequest(db: Database, repositoryId: number, number: number): PullRequest | undefined {
  return db.get(
    PullRequest,
    "SELECT * FROM pull_requests WHERE repository_id = ? AND number = ?",
    repositoryId,
    number,
  );
}

/** The open pull requests of a repository, the newest first. */
export function openPullRequests(db: Database, repositoryId: number): PullRequest[] {
  const sql = "SELECT * FROM pull_requests WHERE repository_id = ? AND state = 'open' ORDER BY number DESC";
  return db.all(PullRequest, sql, repositoryId);
}
