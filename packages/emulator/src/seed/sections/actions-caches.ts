import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import {
  actionCaches,
  CACHE_RETENTION,
  CACHE_STORAGE,
  MAX_CACHE_RETENTION_DAYS,
  MAX_CACHE_STORAGE_GB,
} from "../../state/actions-caches.ts";
import type { Repository } from "../../state/repositories.ts";
import { writeSetting } from "../../state/settings.ts";
import { defineSection, listSection } from "../define-section.ts";
import { SeedTime } from "../time.ts";

const optionalLimit = (max: number) => z.optional(z.int().check(z.gte(1), z.lte(max)));

/**
 * Inserts the cache retention and storage limits of an organization's repositories. Omitted limits keep their defaults.
 */
export const cacheLimits = defineSection(
  z.strictObject({
    retention_days: optionalLimit(MAX_CACHE_RETENTION_DAYS),
    storage_gb: optionalLimit(MAX_CACHE_STORAGE_GB),
  }),
  ({ db }, { id }: Account, { retention_days, storage_gb }) => {
    if (retention_days !== undefined)
      writeSetting(db, CACHE_RETENTION, id, { max_cache_retention_days: retention_days });
    if (storage_gb !== undefined) writeSetting(db, CACHE_STORAGE, id, { max_cache_size_gb: storage_gb });
  },
);

const Cache = z.strictObject({
  key: z.string(),
  ref: z._default(
    z.string().check(z.regex(/^refs\//, "must be a full ref such as refs/heads/main")),
    "refs/heads/main",
  ),
  /** Size in bytes. */
  size: z.int().check(z.gte(0)),
  created: z.optional(SeedTime),
  /** Time of the last use; the start time by default. */
  accessed: z._default(SeedTime, "-0s"),
});

/** Inserts a repository's Actions caches. */
export const actionsCaches = listSection(
  Cache,
  (context, { id }: Repository, { key, ref, size, created, accessed }) => {
    const { db, assertUnused, toTimestamp } = context;
    assertUnused(actionCaches.find(db, { repository_id: id, key, ref }));
    const times = { created_at: toTimestamp(created), last_accessed_at: toTimestamp(accessed) };
    actionCaches.insert(db, { repository_id: id, key, ref, size_in_bytes: size, ...times });
  },
);
