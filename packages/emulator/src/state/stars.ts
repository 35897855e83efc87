import * as z from "zod/mini";
import type { Condition } from "./condition.ts";
import { type Database, exists, type PageRange, queryPage, type RowPage } from "./database.ts";

export const STAR_TABLES = `
CREATE TABLE stars (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, starred_at TEXT NOT NULL,
  PRIMARY KEY (repository_id, user_id)
) STRICT;
CREATE INDEX stars_of_repository ON stars (repository_id, starred_at, user_id);
CREATE INDEX stars_of_user ON stars (user_id, starred_at, repository_id);
CREATE TABLE star_counts (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories ON DELETE CASCADE, stars INTEGER NOT NULL
) STRICT;
`;

export const Star = z.object({ repository_id: z.int(), user_id: z.int(), starred_at: z.string() });
export type Star = z.output<typeof Star>;

export function isStarred(db: Database, repositoryId: number, userId: number): boolean {
  const sql = "SELECT 1 FROM stars WHERE repository_id = ? AND user_id = ?";
  return exists(db, sql, repositoryId, userId);
}

/** @returns whether the star is new */
export function addStar(db: Database, repositoryId: number, userId: number, now: string): boolean {
  return db.transaction(() => {
    const { changes } = db.run("INSERT OR IGNORE INTO stars VALUES (?, ?, ?)", repositoryId, userId, now);
    if (changes > 0) {
      db.run(
        "INSERT INTO star_counts VALUES (?, 1) ON CONFLICT (repository_id) DO UPDATE SET stars = stars + 1",
        repositoryId,
      );
    }
    return changes > 0;
  });
}

/** @returns whether there was a star */
export function removeStar(db: Database, repositoryId: number, userId: number): boolean {
  return db.transaction(() => {
    const { changes } = db.run("DELETE FROM stars WHERE repository_id = ? AND user_id = ?", repositoryId, userId);
    if (changes > 0) db.run("UPDATE star_counts SET stars = stars - 1 WHERE repository_id = ?", repositoryId);
    return changes > 0;
  });
}

export function deleteStars(db: Database, repositoryId: number): void {
  db.run("DELETE FROM stars WHERE repository_id = ?", repositoryId);
  db.run("DELETE FROM star_counts WHERE repository_id = ?", repositoryId);
}

const StarCount = z.object({ stars: z.int() });

/**
 * Returns a repository's number of stars. It is stored, since counting the stars of a popular repository for every
 * response would be slow.
 */
export function countStars(db: Database, repositoryId: number): number {
  return db.get(StarCount, "SELECT stars FROM star_counts WHERE repository_id = ?", repositoryId)?.stars ?? 0;
}

/** Returns a repository's stars, oldest first. */
export function stargazersOf(db: Database, repositoryId: number, pageRange: PageRange): RowPage<Star> {
  const sql = "SELECT * FROM stars WHERE repository_id = ? ORDER BY starred_at, user_id LIMIT ? OFFSET ?";
  return {
    rows: db.all(Star, sql, repositoryId, pageRange.limit, pageRange.offset),
    total: countStars(db, repositoryId),
  };
}

/** Sort order of a user's stars: by time of the star, or of the repository's last push. */
export interface StarOrder {
  readonly sort: "created" | "updated";
  readonly direction: "asc" | "desc";
}

/**
 * Returns a user's stars.
 * @param visible condition on the repositories, which are named `r` in its SQL
 */
export function starsOf(
  db: Database,
  userId: number,
  { sort, direction }: StarOrder,
  visible: Condition,
  pageRange: PageRange,
): RowPage<Star> {
  const key = sort === "created" ? "s.starred_at" : "r.pushed_at";
  const query = `s.* FROM stars s JOIN repositories r ON r.id = s.repository_id
    WHERE s.user_id = ? AND ${visible.sql} ORDER BY ${key} ${direction}, s.repository_id ${direction}`;
  return queryPage(db, Star, query, [userId, ...visible.values], pageRange);
}
