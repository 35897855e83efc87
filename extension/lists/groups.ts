import type { Entry } from "./entry.ts";
import { pushedAt } from "./filter.ts";

/** So many entries that have something in common. */
export interface Group {
  readonly name: string;
  readonly count: number;
}

/** Entries by their owners, the largest group first. */
export function byOwner(entries: readonly Entry[]): Group[] {
  return counted(entries.map(({ owner }) => owner));
}

/** Entries by their languages, the largest group first; those without one under an empty name. */
export function byLanguage(entries: readonly Entry[]): Group[] {
  return counted(entries.map(({ language }) => language ?? ""));
}

function counted(names: readonly string[]): Group[] {
  const counts = new Map<string, Group>();
  for (const name of names) {
    const key = name.toLowerCase();
    counts.set(key, { name: counts.get(key)?.name ?? name, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** How long ago somebody last pushed, at most. */
export const ACTIVITIES = ["month", "quarter", "year", "two years", "longer", "archived"] as const;
export type Activity = (typeof ACTIVITIES)[number];

const DAY = 86_400_000;
const SPANS: readonly (readonly [activity: Activity, days: number])[] = [
  ["month", 31],
  ["quarter", 92],
  ["year", 366],
  ["two years", 731],
];

/** How much is going on in a repository. Archived ones are past all activity. */
export function activityOf(entry: Entry, now: number): Activity {
  if (entry.archived) return "archived";
  const days = (now - pushedAt(entry)) / DAY;
  return SPANS.find(([, span]) => days <= span)?.[0] ?? "longer";
}
