import type { Entry } from "../../lists/entry.ts";
import { ACTIVITIES, type Activity, activityOf } from "../../lists/groups.ts";
import { recordOf } from "../../model/record-of.ts";

export type ActivityCounts = Readonly<Record<Activity, number>>;

/** One owner's repositories, counted by activity. */
export interface ChartRow {
  readonly owner: string;
  readonly count: number;
  readonly parts: ActivityCounts;
}

export interface ChartData {
  /** Sorted by number of repositories, descending. */
  readonly rows: readonly ChartRow[];
  readonly totals: ActivityCounts;
  readonly count: number;
}

const emptyCounts = () => recordOf(ACTIVITIES, () => 0);

export function buildChart(entries: readonly Entry[], now: number): ChartData {
  const owners = new Map<string, { owner: string; count: number; parts: Record<Activity, number> }>();
  const totals = emptyCounts();
  for (const entry of entries) {
    const key = entry.owner.toLowerCase();
    const row = owners.get(key) ?? { owner: entry.owner, count: 0, parts: emptyCounts() };
    const activity = activityOf(entry, now);
    row.count++;
    row.parts[activity]++;
    totals[activity]++;
    owners.set(key, row);
  }
  const rows = [...owners.values()].toSorted((a, b) => b.count - a.count || (a.owner < b.owner ? -1 : 1));
  return { rows, totals, count: entries.length };
}

/** Returns the non-empty parts of a bar and their offsets. */
export function segments(parts: ActivityCounts): { activity: Activity; at: number; count: number }[] {
  let at = 0;
  return ACTIVITIES.flatMap((activity) => {
    const count = parts[activity];
    const segment = { activity, at, count };
    at += count;
    return count > 0 ? [segment] : [];
  });
}
