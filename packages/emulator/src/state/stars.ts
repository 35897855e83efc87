import { Anything, Count, type Database } from "./database.ts";

export const STAR_TABLES = `
CREATE TABLE stars (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, starred_at TEXT NOT NULL,
  PRIMARY KEY (repository_id, user_id)
) STRICT;
`;

export function isStarred(db: Database, repositoryId: number, userId: number): boolean {
  const sql = "SELECT 1 FROM stars WHERE repository_id = ? AND user_id = ?";
  return db.get(Anything, sql, repositoryId, userId) !== undefined;
}

/** @returns whether the star is new */
export function star(db: Database, repositoryId: number, userId: number, now: string): boolean {
  return (
    db.run(
      "INSERT OR IGNORE INTO stars (repository_id, user_id, starred_at) VALUES (?, ?, ?)",
      repositoryId,
      userId,
      now,
    ).changes > 0
  );
}

/** @returns whether there was a star */
export function unstar(db: Database, repositoryId: number, userId: number): boolean {
  return db.run("DELETE FROM stars WHERE repository_id = ? AND user_id = ?", repositoryId, userId).changes > 0;
}

export function countStars(db: Database, repositoryId: number): number {
  return db.get(Count, "SELECT count(*) AS count FROM stars WHERE repository_id = ?", repositoryId)?.count ?? 0;
}
