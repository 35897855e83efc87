import type { LoggedCommit } from "./commit-log.ts";

const DAY = 24 * 60 * 60;
const WEEK = 7 * DAY;
const WEEKS = 52;
/** The first Sunday after the start of 1970, in seconds. */
const FIRST_SUNDAY = 3 * DAY;

/** The commits of a week, in total and from Sunday to Saturday. `week` is its start in seconds since 1970. */
export interface WeekActivity {
  readonly days: readonly number[];
  readonly total: number;
  readonly week: number;
}

/** Counts the commits of the last 52 weeks by the days on which they were written, the oldest week first. */
export function countByWeek(commits: readonly LoggedCommit[], now: Date): WeekActivity[] {
  const seconds = Math.floor(now.getTime() / 1000);
  const thisWeek = seconds - ((seconds - FIRST_SUNDAY) % WEEK);
  const first = thisWeek - (WEEKS - 1) * WEEK;
  const counts = Array.from({ length: WEEKS }, () => Array.from({ length: 7 }, () => 0));
  for (const { author } of commits) {
    const day = Math.floor((author.seconds - first) / DAY);
    const week = counts[Math.floor(day / 7)];
    if (week && day >= 0) week[day % 7] = (week[day % 7] ?? 0) + 1;
  }
  return counts.map((days, index) => ({
    days,
    total: days.reduce((sum, count) => sum + count, 0),
    week: first + index * WEEK,
  }));
}
