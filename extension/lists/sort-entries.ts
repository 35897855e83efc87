import type { WatchState } from "../model/control-states.ts";
import type { Entry } from "./entry.ts";
import { pushedAt } from "./filter-entries.ts";

export const SORT_KEYS = ["name", "stars", "pushed", "starred", "language", "watch"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const WATCH_ORDER: Readonly<Record<WatchState, number>> = { watching: 0, ignoring: 1, "not-watching": 2 };

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Value to sort by; undefined sorts last in both directions. */
const SORT_VALUES: Readonly<Record<SortKey, (entry: Entry) => number | string | undefined>> = {
  name: ({ key }) => key,
  stars: ({ stars }) => stars,
  pushed: (entry) => (entry.pushedAt === null ? undefined : pushedAt(entry)),
  starred: ({ starredAt }) => (starredAt === null ? undefined : Date.parse(starredAt)),
  language: ({ language }) => language ?? undefined,
  watch: ({ watch }) => (watch === null ? undefined : WATCH_ORDER[watch]),
};

/** Sorts entries; ties are broken by name. */
export function sortEntries<T extends Entry>(
  entries: readonly T[],
  sortKey: SortKey,
  direction: "ascending" | "descending",
): T[] {
  const value = SORT_VALUES[sortKey];
  const sign = direction === "ascending" ? 1 : -1;
  return entries.toSorted((a, b) => compare(value(a), value(b), sign) || collator.compare(a.key, b.key));
}

function compare(a: number | string | undefined, b: number | string | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
  return sign * order;
}
