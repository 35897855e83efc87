import type { Entry } from "../../lists/entry.ts";
import { ACTIVITIES, type Activity, activityOf } from "../../lists/groups.ts";

export type ByActivity = Readonly<Record<Activity, number>>;

/** One owner's repositories, by how much is going on in them. */
export interface ChartRow {
  readonly owner: string;
  readonly count: number;
  readonly parts: ByActivity;
}

export interface Chart {
  /** The owner of most first. */
  readonly rows: readonly ChartRow[];
  readonly totals: ByActivity;
  readonly count: number;
}

const none = (): Record<Activity, number> => ({
  month: 0,
  quarter: 0,
  year: 0,
  "two years": 0,
  longer: 0,
  archived: 0,
});

/** Entries by owner and activity. */
export function chartOf(entries: readonly Entry[], now: number): Chart {
  const owners = new Map<string, { owner: string; count: number; parts: Record<Activity, number> }>();
  const totals = none();
  for (const entry of entries) {
    const key = entry.owner.toLowerCase();
    const row = owners.get(key) ?? { owner: entry.owner, count: 0, parts: none() };
    const activity = activityOf(entry, now);
    row.count++;
    row.parts[activity]++;
    totals[activity]++;
    owners.set(key, row);
  }
  const rows = [...owners.values()].toSorted((a, b) => b.count - a.count || (a.owner < b.owner ? -1 : 1));
  return { rows, totals, count: entries.length };
}

/** The parts of a bar that there are, each with where it begins. */
export function segments(parts: ByActivity): { activity: Activity; at: number; count: number }[] {
  let at = 0;
  return ACTIVITIES.flatMap((activity) => {
    const count = parts[activity];
    const segment = { activity, at, count };
    at += count;
    return count > 0 ? [segment] : [];
  });
}
