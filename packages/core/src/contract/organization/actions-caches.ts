import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { CacheRetentionLimit, CacheStorageLimit, CacheUsage, RepositoryCacheUsage } from "../objects/actions-cache.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { change, get, ownerAccess } from "../reads-and-writes.ts";

// The operations follow the public documentation, their schemas the public API description.

const LIMITS_ACCESS = ownerAccess("organization_administration", ["admin:org"], CLOUD_EDITIONS);

const usageAccess = () =>
  permissionAccess("organization_administration", "read", ["read:org"], { roles: ["organization-owner"] });

/**
 * Gets the maximum number of days that caches are kept.
 * @see https://docs.github.com/rest/actions/cache#get-github-actions-cache-retention-limit-for-an-organization
 */
export const getCacheRetentionLimit = operation("GET /organizations/{org}/actions/cache/retention-limit", () =>
  get(LIMITS_ACCESS.read, CacheRetentionLimit.schema(), [403, 404]),
);

/**
 * Sets the maximum number of days that caches are kept.
 * @see https://docs.github.com/rest/actions/cache#set-github-actions-cache-retention-limit-for-an-organization
 */
export const setCacheRetentionLimit = operation("PUT /organizations/{org}/actions/cache/retention-limit", () => ({
  body: z.object({ max_cache_retention_days: z.optional(z.int()) }),
  ...change(LIMITS_ACCESS.write, [400, 403, 404]),
}));

/**
 * Gets the maximum total size of a repository's caches.
 * @see https://docs.github.com/rest/actions/cache#get-github-actions-cache-storage-limit-for-an-organization
 */
export const getCacheStorageLimit = operation("GET /organizations/{org}/actions/cache/storage-limit", () =>
  get(LIMITS_ACCESS.read, CacheStorageLimit.schema(), [403, 404]),
);

/**
 * Sets the maximum total size of a repository's caches.
 * @see https://docs.github.com/rest/actions/cache#set-github-actions-cache-storage-limit-for-an-organization
 */
export const setCacheStorageLimit = operation("PUT /organizations/{org}/actions/cache/storage-limit", () => ({
  body: z.object({ max_cache_size_gb: z.optional(z.int()) }),
  ...change(LIMITS_ACCESS.write, [400, 403, 404]),
}));

/**
 * Gets the total cache usage of an organization's repositories.
 * @see https://docs.github.com/rest/actions/cache#get-github-actions-cache-usage-for-an-organization
 */
export const getCacheUsage = operation("GET /orgs/{org}/actions/cache/usage", () =>
  get({ access: usageAccess() }, CacheUsage.schema()),
);

/**
 * Lists the cache usage of each repository that has caches.
 * @see https://docs.github.com/rest/actions/cache#list-repositories-with-github-actions-cache-usage-for-an-organization
 */
export const listCacheUsage = operation("GET /orgs/{org}/actions/cache/usage-by-repository", () => ({
  ...wrappedList({ repository_cache_usages: z.array(RepositoryCacheUsage.schema()) }),
  access: usageAccess(),
}));
