import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";

/** Maximum number of days that caches of an organization's repositories are kept. */
export class CacheRetentionLimit extends namedObject(() => ({ max_cache_retention_days: z.optional(z.int()) })) {}

/** Maximum total size of one repository's caches, in gigabytes. */
export class CacheStorageLimit extends namedObject(() => ({ max_cache_size_gb: z.optional(z.int()) })) {}

/** Total cache usage of an organization's repositories. */
export class CacheUsage extends namedObject(() =>
  fieldsWith(z.int(), "total_active_caches_count", "total_active_caches_size_in_bytes"),
) {}

/** Cache usage of one repository. */
export class RepositoryCacheUsage extends namedObject(() => ({
  full_name: z.string(),
  ...fieldsWith(z.int(), "active_caches_size_in_bytes", "active_caches_count"),
})) {}
