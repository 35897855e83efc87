import type { Watch } from "../messages/states.ts";
import type { Entry } from "./entry.ts";
import { pushedAt } from "./filter.ts";

export const SORTS = ["name", "stars", "pushed", "starred", "language", "watch"] as const;
export type Sort = (typeof SORTS)[number];

const WATCHES: Readonly<Record<Watch, number>> = { watching: 0, ignoring: 1, "not watching": 2 };

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What is not known, or not there, comes last, whichever way the others go. */
const VALUES: Readonly<Record<Sort, (entry: Entry) => number | string | undefined>> = {
  name: ({ key }) => key,
  stars: ({ stars }) => stars,
  pushed: (entry) => (entry.pushedAt === null ? undefined : pushedAt(entry)),
  starred: ({ starredAt }) => (starredAt === null ? undefined : Date.parse(starredAt)),
  language: ({ language }) => language ?? undefined,
  watch: ({ watch }) => (watch === null ? undefined : WATCHES[watch]),
};

/** Entries in order; those that are alike by their names. */
export function sorted(entries: readonly Entry[], by: Sort, direction: "ascending" | "descending"): Entry[] {
  const value = VALUES[by];
  const sign = direction === "ascending" ? 1 : -1;
  return entries.toSorted((a, b) => compare(value(a), value(b), sign) || collator.compare(a.key, b.key));
}

function compare(a: number | string | undefined, b: number | string | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
  return sign * order;
}
