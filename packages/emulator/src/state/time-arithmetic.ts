import { timestamp } from "../timestamp.ts";

// Timestamps are stored as ISO 8601 strings, which sort chronologically.

/** Returns the timestamp this many seconds later. */
export function addSeconds(at: string, seconds: number): string {
  return timestamp(new Date(Date.parse(at) + seconds * 1000));
}

/** Returns the latest of some timestamps. */
export function latestOf(first: string, ...others: readonly string[]): string {
  return others.toSorted().findLast((other) => other > first) ?? first;
}
