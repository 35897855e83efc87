import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named } from "../schema.ts";

/** For how many days caches of an organization's repositories are kept at most (public description). */
export interface CacheRetentionLimit extends OutputOf<typeof cacheRetentionLimitSchema> {}
const cacheRetentionLimitSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ max_cache_retention_days: z.optional(z.int()) }),
);
export const CacheRetentionLimit: Named<CacheRetentionLimit> = cacheRetentionLimitSchema;

/** How many gigabytes all caches of one repository have at most (public description). */
export interface CacheStorageLimit extends OutputOf<typeof cacheStorageLimitSchema> {}
const cacheStorageLimitSchema = /* @__PURE__ */ named(() => z.looseObject({ max_cache_size_gb: z.optional(z.int()) }));
export const CacheStorageLimit: Named<CacheStorageLimit> = cacheStorageLimitSchema;

/** What all caches of an organization's repositories come to (public description). */
export interface CacheUsage extends OutputOf<typeof cacheUsageSchema> {}
const cacheUsageSchema = /* @__PURE__ */ named(() =>
  z.looseObject(alike(z.int(), "total_active_caches_count", "total_active_caches_size_in_bytes")),
);
export const CacheUsage: Named<CacheUsage> = cacheUsageSchema;

/** What the caches of one repository come to (public description). */
export interface RepositoryCacheUsage extends OutputOf<typeof repositoryCacheUsageSchema> {}
const repositoryCacheUsageSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    full_name: z.string(),
    ...alike(z.int(), "active_caches_size_in_bytes", "active_caches_count"),
  }),
);
export const RepositoryCacheUsage: Named<RepositoryCacheUsage> = repositoryCacheUsageSchema;
