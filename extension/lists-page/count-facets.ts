import type { ListedEntry } from "../lists/annotation.ts";
import { pushedAt } from "../lists/filter-entries.ts";
import { type EntryGroup, groupByLanguage, groupByOwner, groupByTag } from "../lists/groups.ts";
import type { WatchState } from "../model/control-states.ts";
import { recordOf } from "../model/record-of.ts";
import { applyFilters } from "./apply-filters.ts";
import { IDLE_SPANS, type IdleSpan, idleSince } from "./idle.ts";
import { type ListsFilters, NO_FILTERS } from "./lists-route.ts";

/** Number of entries that each filter choice would leave, with the other filters unchanged. */
export interface Facets {
  readonly starred: Readonly<Record<"yes" | "no" | "unknown", number>>;
  readonly watch: Readonly<Record<WatchState | "unknown", number>>;
  readonly idle: Readonly<Record<IdleSpan, number>>;
  readonly archived: YesNoCounts;
  readonly fork: YesNoCounts;
  readonly private: YesNoCounts;
  readonly missing: number;
  readonly languages: readonly EntryGroup[];
  readonly owners: readonly EntryGroup[];
  readonly tags: readonly EntryGroup[];
}

export type YesNoCounts = Readonly<Record<"yes" | "no", number>>;

export const WATCH_CHOICES = ["watching", "ignoring", "not-watching", "unknown"] as const satisfies readonly (
  | WatchState
  | "unknown"
)[];

export function countFacets(entries: readonly ListedEntry[], filters: ListsFilters, now: number): Facets {
  // The text search applies to all choices.
  const found = applyFilters(entries, { ...NO_FILTERS, text: filters.text }, now);
  const others = { ...filters, text: undefined };
  const all = applyFilters(found, others, now);
  const without = (name: keyof ListsFilters) =>
    filters[name] === undefined ? all : applyFilters(found, { ...others, [name]: undefined }, now);
  const yesNo = (name: "archived" | "fork" | "private"): YesNoCounts =>
    countBy(["yes", "no"], without(name), (entry) => (entry[name] ? "yes" : "no"));
  return {
    starred: countBy(["yes", "no", "unknown"], without("starred"), ({ starred }) =>
      starred === null ? "unknown" : starred ? "yes" : "no",
    ),
    watch: countBy(WATCH_CHOICES, without("watch"), ({ watch }) => watch ?? "unknown"),
    idle: countIdle(without("idle"), now),
    archived: yesNo("archived"),
    fork: yesNo("fork"),
    private: yesNo("private"),
    missing: without("missing").filter(({ missing }) => missing !== null).length,
    languages: groupByLanguage(without("language")),
    owners: groupByOwner(without("owner")),
    tags: groupByTag(without("tag")),
  };
}

/** Counts entries by a property that has one of the given values. */
function countBy<K extends string>(
  values: readonly K[],
  entries: readonly ListedEntry[],
  groupOf: (entry: ListedEntry) => K,
): Record<K, number> {
  const counts = new Map<K, number>();
  for (const value of entries.map(groupOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return recordOf(values, (value) => counts.get(value) ?? 0);
}

function countIdle(entries: readonly ListedEntry[], now: number): Record<IdleSpan, number> {
  const pushes = entries.map(pushedAt);
  return recordOf(IDLE_SPANS, (span) => {
    const since = idleSince(span, now);
    return pushes.filter((at) => at < since).length;
  });
}
