import { integer, key, type RowOf, reference, text } from "./columns.ts";
import type { Condition } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";

export const starCounts = table("star_counts", {
  repository_id: key(reference("repositories")),
  stars: integer(),
});

export const stars = table(
  "stars",
  {
    repository_id: reference("repositories"),
    user_id: reference("accounts"),
    starred_at: text(),
  },
  {
    key: ["repository_id", "user_id"],
    indexes: {
      stars_of_repository: "repository_id, starred_at, user_id",
      stars_of_user: "user_id, starred_at, repository_id",
    },
  },
);
export type Star = RowOf<typeof stars>;

/** @returns whether the star is new */
export function addStar(db: Database, repositoryId: number, userId: number, now: string): boolean {
  return db.transaction(() => {
    const isNew = stars.add(db, { repository_id: repositoryId, user_id: userId, starred_at: now });
    if (isNew) starCounts.put(db, { repository_id: repositoryId, stars: countStars(db, repositoryId) + 1 });
    return isNew;
  });
}

/** @returns whether there was a star */
export function removeStar(db: Database, repositoryId: number, userId: number): boolean {
  return db.transaction(() => {
    const isGone = stars.delete(db, { repository_id: repositoryId, user_id: userId }) > 0;
    if (isGone) starCounts.put(db, { repository_id: repositoryId, stars: countStars(db, repositoryId) - 1 });
    return isGone;
  });
}

export function deleteStars(db: Database, repositoryId: number): void {
  stars.delete(db, { repository_id: repositoryId });
  starCounts.delete(db, { repository_id: repositoryId });
}

/**
 * Returns a repository's number of stars. It is stored, since counting the stars of a popular repository for every
 * response would be slow.
 */
export function countStars(db: Database, repositoryId: number): number {
  return starCounts.find(db, { repository_id: repositoryId })?.stars ?? 0;
}

/** Returns a repository's stars, oldest first. */
export function stargazersOf(db: Database, repositoryId: number, pageRange: PageRange): RowPage<Star> {
  const sql = "SELECT * FROM stars WHERE repository_id = ? ORDER BY starred_at, user_id LIMIT ? OFFSET ?";
  return {
    rows: db.all(stars, sql, repositoryId, pageRange.limit, pageRange.offset),
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
  return queryPage(db, stars, query, [userId, ...visible.values], pageRange);
}
