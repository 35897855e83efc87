import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import {
  addCache,
  CACHE_RETENTION,
  CACHE_STORAGE,
  MOST_RETENTION_DAYS,
  MOST_STORAGE_GB,
} from "../../state/actions-caches.ts";
import type { Repository } from "../../state/repositories.ts";
import { writeSetting } from "../../state/settings.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const limit = (most: number) => z.optional(z.int().check(z.gte(1), z.lte(most)));

/** How long caches of an organization's repositories are kept, and how much they have; what is left out is as the service starts it. */
export const cacheLimits = section(
  z.strictObject({ retention_days: limit(MOST_RETENTION_DAYS), storage_gb: limit(MOST_STORAGE_GB) }),
  ({ db }, { id }: Account, { retention_days, storage_gb }) => {
    if (retention_days !== undefined)
      writeSetting(db, CACHE_RETENTION, id, { max_cache_retention_days: retention_days });
    if (storage_gb !== undefined) writeSetting(db, CACHE_STORAGE, id, { max_cache_size_gb: storage_gb });
  },
);

const Cache = z.strictObject({
  key: z.string(),
  ref: z._default(z.string().check(z.regex(/^refs\//, "no whole ref: refs/heads/main is one")), "refs/heads/main"),
  /** Bytes. */
  size: z.int().check(z.gte(0)),
  created: z.optional(SeedTime),
  /** When it was last used; when the service starts, where it says nothing. */
  accessed: z._default(SeedTime, "-0s"),
});

/** What a repository's workflows put aside for their next runs. */
export const actionsCaches = section(z.array(Cache), (planting, { id }: Repository, caches, path) => {
  const known = new Set<string>();
  for (const [index, { key, ref, size, created, accessed }] of caches.entries()) {
    const name = JSON.stringify([key, ref]);
    planting.free(known.has(name) ? {} : undefined, [...path, index]);
    known.add(name);
    const [created_at, last_accessed_at] = [planting.at(created), planting.at(accessed)];
    addCache(planting.db, { repository_id: id, key, ref, size_in_bytes: size, created_at, last_accessed_at });
  }
});
