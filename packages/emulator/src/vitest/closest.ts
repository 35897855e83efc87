import { isObject } from "./is-object.ts";

/** Compares values as `toMatchObject` does. */
export type MatchesExpected = (received: unknown, expected: unknown) => boolean;

/** A logged entry as far as it was expected to have certain fields. */
export interface ComparedEntry {
  /** The entry in one line. */
  readonly title: string;
  readonly received: unknown;
}

/** Number of entries that a message names besides the closest one. */
const LISTED_ENTRIES = 10;

/**
 * Describes why none of the entries matches.
 * @param noun plural of the entries: `events`
 * @param others titles of entries of other kinds
 */
export function describeMismatch(
  noun: string,
  entries: readonly ComparedEntry[],
  others: readonly string[],
  expected: unknown,
  matches: MatchesExpected,
  diff: (expected: unknown, received: unknown) => string | undefined,
): string {
  const [closest, ...rest] = entries
    .map((entry) => ({ entry, score: countMatches(entry.received, expected, matches) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
  const comparison = closest
    ? [
        `The closest of ${entries.length}: ${closest.title}`,
        diff(expected, likeExpected(closest.received, expected)) ?? "",
      ]
    : [];
  return [
    ...comparison,
    ...listOf(closest ? `Other ${noun}` : `All ${noun}`, [...rest.map(({ title }) => title), ...others]),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function listOf(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return title.startsWith("All") ? [`${title}: none`] : [];
  const more = lines.length > LISTED_ENTRIES ? [`  and ${lines.length - LISTED_ENTRIES} more`] : [];
  return [`${title}:`, ...lines.slice(-LISTED_ENTRIES).map((line) => `  ${line}`), ...more];
}

/** Counts the expected values, at any depth, that were received. */
function countMatches(received: unknown, expected: unknown, matches: MatchesExpected): number {
  if (!isObject(expected) || !isObject(received)) return matches(received, expected) ? 1 : 0;
  return Object.entries(expected).reduce((sum, [name, value]) => sum + countMatches(received[name], value, matches), 0);
}

/** Returns the received fields that were expected, so that a comparison doesn't show all others. */
function likeExpected(received: unknown, expected: unknown): unknown {
  if (!isObject(expected) || !isObject(received)) return received;
  return Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [name, likeExpected(received[name], value)]),
  );
}
