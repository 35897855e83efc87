import {
  getCacheRetentionLimit,
  getCacheStorageLimit,
  getCacheUsage,
  listCacheUsage,
  setCacheRetentionLimit,
  setCacheStorageLimit,
} from "@forgehand/core/operations";
import { visibleTo } from "../../callers/visible.ts";
import { listed, type OrganizationCall, onOrganization } from "../../http/call.ts";
import { Refusal } from "../../http/refusal.ts";
import * as state from "../../state/actions-caches.ts";
import { timestamp } from "../../timestamp.ts";
import { settings } from "../families/settings.ts";

export const actionsCaches = [
  ...settings({
    ...{ setting: state.CACHE_RETENTION, get: getCacheRetentionLimit, set: setCacheRetentionLimit },
    shown: (limit) => limit,
    changed: (before, { max_cache_retention_days: days = before.max_cache_retention_days }, call) => {
      within("max_cache_retention_days", days, state.MOST_RETENTION_DAYS);
      evict(call);
      return { max_cache_retention_days: days };
    },
  }),

  ...settings({
    ...{ setting: state.CACHE_STORAGE, get: getCacheStorageLimit, set: setCacheStorageLimit },
    shown: (limit) => limit,
    changed: (before, { max_cache_size_gb: size = before.max_cache_size_gb }, call) => {
      within("max_cache_size_gb", size, state.MOST_STORAGE_GB);
      evict(call);
      return { max_cache_size_gb: size };
    },
  }),

  onOrganization(getCacheUsage, (_input, call) => {
    evict(call);
    const { count, size } = state.cacheUsageOf(call.world.db, call.organization.id);
    return { total_active_caches_count: count, total_active_caches_size_in_bytes: size };
  }),

  onOrganization(listCacheUsage, (_input, call) => {
    evict(call);
    const { world, organization, caller, window } = call;
    const part = state.cacheUsageByRepository(world.db, organization.id, visibleTo(caller), window);
    const usages = listed(call, part, ({ repository, count, size }) => ({
      full_name: `${organization.login}/${repository}`,
      active_caches_size_in_bytes: size,
      active_caches_count: count,
    }));
    return { total_count: part.total, repository_cache_usages: usages };
  }),
];

/** What was evicted by the limits until now stays so, whatever they become. */
function evict({ world, organization }: OrganizationCall): void {
  state.evictCaches(world.db, organization.id, timestamp(world.now()));
}

/** @throws Refusal 400 on a limit that is none */
function within(field: string, value: number, most: number): void {
  if (value < 1 || value > most) throw new Refusal(400, `${field} must be between 1 and ${most}.`);
}
