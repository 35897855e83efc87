import { timestamp } from "../timestamp.ts";

// Times as the state keeps them: texts that sort like what they stand for.

/** A moment so many seconds later. */
export function later(at: string, seconds: number): string {
  return timestamp(new Date(Date.parse(at) + seconds * 1000));
}

/** The last of some moments. */
export function latest(first: string, ...others: readonly string[]): string {
  return others.toSorted().findLast((other) => other > first) ?? first;
}
