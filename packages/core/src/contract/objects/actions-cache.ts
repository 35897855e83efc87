import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { fieldsWith, namedSchema } from "../schema.ts";

/** Maximum number of days that caches of an organization's repositories are kept. */
export interface CacheRetentionLimit extends SchemaOutput<typeof cacheRetentionLimitSchema> {}
const cacheRetentionLimitSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ max_cache_retention_days: z.optional(z.int()) }),
);
export const CacheRetentionLimit: NamedSchema<CacheRetentionLimit> = cacheRetentionLimitSchema;

/** Maximum total size of one repository's caches, in gigabytes. */
export interface CacheStorageLimit extends SchemaOutput<typeof cacheStorageLimitSchema> {}
const cacheStorageLimitSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ max_cache_size_gb: z.optional(z.int()) }),
);
export const CacheStorageLimit: NamedSchema<CacheStorageLimit> = cacheStorageLimitSchema;

/** Total cache usage of an organization's repositories. */
export interface CacheUsage extends SchemaOutput<typeof cacheUsageSchema> {}
const cacheUsageSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject(fieldsWith(z.int(), "total_active_caches_count", "total_active_caches_size_in_bytes")),
);
export const CacheUsage: NamedSchema<CacheUsage> = cacheUsageSchema;

/** Cache usage of one repository. */
export interface RepositoryCacheUsage extends SchemaOutput<typeof repositoryCacheUsageSchema> {}
const repositoryCacheUsageSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    full_name: z.string(),
    ...fieldsWith(z.int(), "active_caches_size_in_bytes", "active_caches_count"),
  }),
);
export const RepositoryCacheUsage: NamedSchema<RepositoryCacheUsage> = repositoryCacheUsageSchema;
