import type { Entry } from "../../lists/entry.ts";
import type { WantedState } from "../../lists/wanted-state.ts";

/** Maximum age of a stored state when a job starts, in milliseconds. */
const MAX_AGE = 3_600_000;

/**
 * Whether an entry's stored state is recent enough for a job, so that it need not be read again. A time in the future
 * means that the clock was set back, so that the state's age is unknown.
 */
export function isStateFresh(entry: Entry, wanted: WantedState, startedAt: number, now: number): boolean {
  const checkedAt = "starred" in wanted ? entry.starCheckedAt : entry.watchCheckedAt;
  return checkedAt !== null && checkedAt >= startedAt - MAX_AGE && checkedAt <= now;
}
