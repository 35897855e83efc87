import * as z from "zod/mini";
import { integer, type RowOf, reference, row, rowId, text } from "./columns.ts";
import type { Condition } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { readSetting, type SettingDefinition } from "./settings.ts";
import { table } from "./table.ts";
import { addSeconds } from "./time-arithmetic.ts";

// Dependency caches of workflows. A cache is evicted when it has been unused for too long, or is the least recently
// used one of a repository that exceeds its storage limit.
// @see GitHub's documentation on dependency caching

export const actionCaches = table(
  "action_caches",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    key: text(),
    /** The full name: `refs/heads/main`. */
    ref: text(),
    size_in_bytes: integer(),
    created_at: text(),
    last_accessed_at: text(),
  },
  { unique: [["repository_id", "key", "ref"]] },
);

/** Days that an unused cache is kept. GitHub's default is 7. */
export const CACHE_RETENTION = {
  name: "cache_retention",
  shape: z.object({ max_cache_retention_days: z._default(z.int(), 7) }),
} satisfies SettingDefinition<unknown>;

/** Gigabytes of caches that a repository can have. GitHub's default is 10. */
export const CACHE_STORAGE = {
  name: "cache_storage",
  shape: z.object({ max_cache_size_gb: z._default(z.int(), 10) }),
} satisfies SettingDefinition<unknown>;

export const MAX_CACHE_RETENTION_DAYS = 90;
export const MAX_CACHE_STORAGE_GB = 10_000;

const DAY = 24 * 3600;
const GIGABYTE = 1024 ** 3;

/** Evicts the caches that exceed an organization's limits. */
export function evictCaches(db: Database, organizationId: number, now: string): void {
  const { max_cache_retention_days } = readSetting(db, CACHE_RETENTION, organizationId);
  const { max_cache_size_gb } = readSetting(db, CACHE_STORAGE, organizationId);
  const inOrganization = "repository_id IN (SELECT id FROM repositories WHERE owner_id = ?)";
  db.transaction(() => {
    const unusedSince = addSeconds(now, -max_cache_retention_days * DAY);
    db.run(`DELETE FROM action_caches WHERE ${inOrganization} AND last_accessed_at <= ?`, organizationId, unusedSince);
    db.run(
      `DELETE FROM action_caches WHERE id IN (SELECT id FROM (SELECT id, sum(size_in_bytes) OVER
         (PARTITION BY repository_id ORDER BY last_accessed_at DESC, id DESC) AS size FROM action_caches WHERE ${inOrganization})
       WHERE size > ?)`,
      ...[organizationId, max_cache_size_gb * GIGABYTE],
    );
  });
}

const Usage = row({ count: integer(), size: integer() });
export type CacheUsage = RowOf<typeof Usage>;

/** Returns the number and total size of all caches of an organization's repositories. */
export function cacheUsageOf(db: Database, organizationId: number): CacheUsage {
  const sql = `SELECT count(*) AS count, coalesce(sum(c.size_in_bytes), 0) AS size
    FROM action_caches c JOIN repositories r ON r.id = c.repository_id WHERE r.owner_id = ?`;
  return db.get(Usage, sql, organizationId) ?? { count: 0, size: 0 };
}

const RepositoryUsage = row({ ...Usage.columns, repository: text() });
export type RepositoryCacheUsage = RowOf<typeof RepositoryUsage>;

/**
 * Returns the cache usage of each repository that has caches, by repository id.
 * @param visible condition on the repositories, which are named `r` in its SQL
 */
export function cacheUsageByRepository(
  db: Database,
  organizationId: number,
  visible: Condition,
  pageRange: PageRange,
): RowPage<RepositoryCacheUsage> {
  const query = `r.name AS repository, count(*) AS count, sum(c.size_in_bytes) AS size
    FROM action_caches c JOIN repositories r ON r.id = c.repository_id
    WHERE r.owner_id = ? AND (${visible.sql}) GROUP BY r.id ORDER BY r.id`;
  return queryPage(db, RepositoryUsage, query, [organizationId, ...visible.values], pageRange);
}
