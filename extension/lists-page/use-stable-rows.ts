import { useMemo, useState } from "preact/hooks";
import type { ListedEntry } from "../lists/annotation.ts";
import { sortEntries } from "../lists/sort-entries.ts";
import { applyFilters } from "./apply-filters.ts";
import { useNow } from "./countdown.tsx";
import { isGathering } from "./gathering/gathering-text.ts";
import type { ListsRoute } from "./lists-route.ts";
import type { LiveLists } from "./live-lists.ts";

export interface VisibleRows {
  /** Current entries, in the order of the last sort. */
  readonly rows: readonly ListedEntry[];
  /** IDs of the entries that match the filters now. */
  readonly matching: ReadonlySet<number>;
  /** Whether sorting again would add or remove rows. */
  readonly isOutdated: boolean;
  /** Sorts and filters the list again. */
  readonly resort: () => void;
}

/** Interval for sorting a long list while it is being gathered, in milliseconds. */
const RESORT_INTERVAL = 2000;
const SMALL_LIST = 300;

/**
 * Sorted and filtered rows. A row stays in place when the user changes it, until the list is sorted again by a new
 * search, filter or sort order, or during gathering.
 */
export function useStableRows(live: LiveLists, { filters, sort, direction }: ListsRoute, now: number): VisibleRows {
  const [sortCount, setSortCount] = useState(0);
  const { entries, membership, gathering } = live;
  const isInProgress = isGathering(gathering);
  const tick = useNow(isInProgress ? RESORT_INTERVAL : 0);
  // During gathering, short lists are sorted on every change and long ones at intervals.
  const version = isInProgress ? (entries.size > SMALL_LIST ? tick : entries) : membership;
  const all = useMemo(() => [...entries.values()], [entries]);
  const sortedIds = useMemo(
    () => sortEntries(all, sort, direction).map(({ id }) => id),
    [live.account, version, sortCount, sort, direction],
  );
  const key = JSON.stringify(filters);
  const matches = useMemo(() => new Set(applyFilters(all, filters, now).map(({ id }) => id)), [all, key, now]);
  const ids = useMemo(() => sortedIds.filter((id) => matches.has(id)), [sortedIds, key, sortCount]);
  const rows = useMemo(
    () =>
      ids.flatMap((id) => {
        const entry = entries.get(id);
        return entry ? [entry] : [];
      }),
    [ids, entries],
  );
  const isOutdated = !isInProgress && (rows.length !== matches.size || rows.some(({ id }) => !matches.has(id)));
  return { rows, matching: matches, isOutdated, resort: () => setSortCount((sortCount) => sortCount + 1) };
}
