import {
  getCacheRetentionLimit,
  getCacheStorageLimit,
  getCacheUsage,
  listCacheUsage,
  setCacheRetentionLimit,
  setCacheStorageLimit,
} from "@forgehand/core/operations";
import { visibleRepositories } from "../../callers/visible.ts";
import { type OrganizationCall, organizationHandler, renderPage } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import * as state from "../../state/actions-caches.ts";
import { timestamp } from "../../timestamp.ts";
import { settingHandlers } from "../shared/settings.ts";

export const actionsCaches = [
  ...settingHandlers({
    setting: state.CACHE_RETENTION,
    get: getCacheRetentionLimit,
    set: setCacheRetentionLimit,
    render: (limit) => limit,
    check: ({ max_cache_retention_days }, call) => {
      checkRange("max_cache_retention_days", max_cache_retention_days, state.MAX_CACHE_RETENTION_DAYS);
      evictExcessCaches(call);
    },
  }),

  ...settingHandlers({
    setting: state.CACHE_STORAGE,
    get: getCacheStorageLimit,
    set: setCacheStorageLimit,
    render: (limit) => limit,
    check: ({ max_cache_size_gb }, call) => {
      checkRange("max_cache_size_gb", max_cache_size_gb, state.MAX_CACHE_STORAGE_GB);
      evictExcessCaches(call);
    },
  }),

  organizationHandler(getCacheUsage, (_input, call) => {
    evictExcessCaches(call);
    const { count, size } = state.cacheUsageOf(call.context.db, call.organization.id);
    return { total_active_caches_count: count, total_active_caches_size_in_bytes: size };
  }),

  organizationHandler(listCacheUsage, (_input, call) => {
    evictExcessCaches(call);
    const { context, organization, caller, page } = call;
    const rowPage = state.cacheUsageByRepository(context.db, organization.id, visibleRepositories(caller), page);
    const usages = renderPage(call, rowPage, ({ repository, count, size }) => ({
      full_name: `${organization.login}/${repository}`,
      active_caches_size_in_bytes: size,
      active_caches_count: count,
    }));
    return { total_count: rowPage.total, repository_cache_usages: usages };
  }),
];

/** Evicts caches that exceed the current limits. Raising a limit later doesn't restore them. */
function evictExcessCaches({ context, organization }: OrganizationCall): void {
  state.evictCaches(context.db, organization.id, timestamp(context.now()));
}

/** @throws HttpError 400 if the value is out of range */
function checkRange(field: string, value: number | undefined, max: number): void {
  if (value !== undefined && (value < 1 || value > max))
    throw new HttpError(400, `${field} must be between 1 and ${max}.`);
}
