import type { ListedEntry } from "./annotation.ts";
import type { Entry } from "./entry.ts";
import { pushedAt } from "./filter-entries.ts";

/** A name and the number of entries that have it. */
export interface EntryGroup {
  readonly name: string;
  readonly count: number;
}

/** Counts entries per owner, largest group first. */
export function groupByOwner(entries: readonly Entry[]): EntryGroup[] {
  return countByName(entries.map(({ owner }) => owner));
}

/** Counts entries per language, largest group first. Entries without a language have an empty name. */
export function groupByLanguage(entries: readonly Entry[]): EntryGroup[] {
  return countByName(entries.map(({ language }) => language ?? ""));
}

/** Counts entries per tag, largest group first. */
export function groupByTag(entries: readonly ListedEntry[]): EntryGroup[] {
  return countByName(entries.flatMap(({ annotation }) => annotation?.tags ?? []));
}

function countByName(names: readonly string[]): EntryGroup[] {
  const counts = new Map<string, { readonly name: string; count: number }>();
  for (const name of names) {
    const key = name.toLowerCase();
    const group = counts.get(key);
    if (group) group.count++;
    else counts.set(key, { name, count: 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** Age of the last push, as a class. */
export const ACTIVITIES = ["month", "quarter", "year", "two-years", "longer", "archived"] as const;
export type Activity = (typeof ACTIVITIES)[number];

const DAY = 86_400_000;
const ACTIVITY_LIMITS: readonly (readonly [activity: Activity, days: number])[] = [
  ["month", 31],
  ["quarter", 92],
  ["year", 366],
  ["two-years", 731],
];

/** Classifies a repository by its last push. Archived repositories are a class of their own. */
export function activityOf(entry: Entry, now: number): Activity {
  if (entry.archived) return "archived";
  const days = (now - pushedAt(entry)) / DAY;
  return ACTIVITY_LIMITS.find(([, span]) => days <= span)?.[0] ?? "longer";
}
