import type { ListedEntry } from "../lists/annotation.ts";
import { filterEntries } from "../lists/filter-entries.ts";
import { activityOf } from "../lists/groups.ts";
import { idleSince } from "./idle.ts";
import type { ListsFilters } from "./lists-route.ts";

/** Returns the entries that match a route's filters, in their order. */
export function applyFilters(
  entries: readonly ListedEntry[],
  filters: ListsFilters,
  now: number,
): readonly ListedEntry[] {
  const { idle, activity, ...filter } = filters;
  const notPushedSince = idle === undefined ? undefined : idleSince(idle, now);
  const found = filterEntries(entries, { ...filter, notPushedSince });
  return activity === undefined ? found : found.filter((entry) => activityOf(entry, now) === activity);
}
