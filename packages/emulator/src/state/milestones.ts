import * as z from "zod/mini";
import { type Database, queryCount } from "./database.ts";

export const MILESTONE_TABLES = `
CREATE TABLE milestones (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  number INTEGER NOT NULL, title TEXT NOT NULL COLLATE NOCASE, description TEXT, state TEXT NOT NULL,
  creator_id INTEGER REFERENCES accounts ON DELETE SET NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  closed_at TEXT, due_on TEXT, UNIQUE (repository_id, number), UNIQUE (repository_id, title)
) STRICT;
`;

export const Milestone = z.object({
  id: z.int(),
  repository_id: z.int(),
  number: z.int(),
  title: z.string(),
  description: z.nullable(z.string()),
  state: z.enum(["open", "closed"]),
  creator_id: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.nullable(z.string()),
  due_on: z.nullable(z.string()),
});
export type Milestone = z.output<typeof Milestone>;

/** Adds a milestone with the repository's next number. */
export function createMilestone(db: Database, milestone: Omit<Milestone, "id" | "number">): Milestone {
  const sql = "SELECT count(*) AS count FROM milestones WHERE repository_id = ?";
  const number = queryCount(db, sql, milestone.repository_id) + 1;
  const { id } = db.run(
    `INSERT INTO milestones (repository_id, number, title, description, state, creator_id, created_at, updated_at,
       closed_at, due_on) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[milestone.repository_id, number, milestone.title, milestone.description, milestone.state],
    ...[milestone.creator_id, milestone.created_at, milestone.updated_at, milestone.closed_at, milestone.due_on],
  );
  return { ...milestone, id, number };
}

export function getMilestone(db: Database, id: number): Milestone | undefined {
  return db.get(Milestone, "SELECT * FROM milestones WHERE id = ?", id);
}

export function findMilestoneByNumber(db: Database, repositoryId: number, number: number): Milestone | undefined {
  return db.get(Milestone, "SELECT * FROM milestones WHERE repository_id = ? AND number = ?", repositoryId, number);
}

export function findMilestone(db: Database, repositoryId: number, title: string): Milestone | undefined {
  return db.get(Milestone, "SELECT * FROM milestones WHERE repository_id = ? AND title = ?", repositoryId, title);
}
