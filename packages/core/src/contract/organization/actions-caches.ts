import * as z from "zod/mini";
import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import { getSettings, type Settings, setSettings } from "../families/settings.ts";
import { CacheRetentionLimit, CacheStorageLimit, CacheUsage, RepositoryCacheUsage } from "../objects/actions-cache.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";

// The documents name these operations and no more: the shapes are the public description's.

const LIMITS: Settings = {
  read: allow("organization_administration", "read", ["admin:org"], { roles: ["organization-owner"] }),
  write: allow("organization_administration", "write", ["admin:org"], { roles: ["organization-owner"] }),
  editions: HOSTED,
};

const usage = () => allow("organization_administration", "read", ["read:org"], { roles: ["organization-owner"] });

/** For how long caches are kept at most (document 1, permission matrix). */
export const getCacheRetentionLimit = /* @__PURE__ */ operation(
  "GET /organizations/{org}/actions/cache/retention-limit",
  () => getSettings(LIMITS, CacheRetentionLimit(), [403, 404]),
);

/** Set for how long caches are kept at most. */
export const setCacheRetentionLimit = /* @__PURE__ */ operation(
  "PUT /organizations/{org}/actions/cache/retention-limit",
  () => setSettings(LIMITS, z.object({ max_cache_retention_days: z.optional(z.int()) }), [400, 403, 404]),
);

/** How much the caches of one repository may have together (document 1, permission matrix). */
export const getCacheStorageLimit = /* @__PURE__ */ operation(
  "GET /organizations/{org}/actions/cache/storage-limit",
  () => getSettings(LIMITS, CacheStorageLimit(), [403, 404]),
);

/** Set how much the caches of one repository may have together. */
export const setCacheStorageLimit = /* @__PURE__ */ operation(
  "PUT /organizations/{org}/actions/cache/storage-limit",
  () => setSettings(LIMITS, z.object({ max_cache_size_gb: z.optional(z.int()) }), [400, 403, 404]),
);

/** What all caches of an organization's repositories come to. */
export const getCacheUsage = /* @__PURE__ */ operation("GET /orgs/{org}/actions/cache/usage", () => ({
  success: { 200: CacheUsage() },
  access: usage(),
  retry: "safe",
}));

/** The same for each repository that has caches. */
export const listCacheUsage = /* @__PURE__ */ operation("GET /orgs/{org}/actions/cache/usage-by-repository", () => ({
  ...wrappedList({ repository_cache_usages: z.array(RepositoryCacheUsage()) }),
  access: usage(),
}));
