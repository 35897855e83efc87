import type { ExpectedDifference } from "./data.ts";

/**
 * Compares the differences found with those expected: `unexpected` were not listed, `obsolete` are listed and no longer
 * exist.
 */
export function compareWithExpected(found: Iterable<string>, expected: readonly ExpectedDifference[]) {
  const lines = [...found];
  const listed = expected.map(({ difference }) => ({ difference, pattern: patternOf(difference) }));
  return {
    unexpected: lines.filter((line) => !listed.some(({ pattern }) => pattern.test(line))).sort(),
    obsolete: listed
      .filter(({ pattern }) => !lines.some((line) => pattern.test(line)))
      .map(({ difference }) => difference),
  };
}

/** Converts a difference to a pattern, in which `*` matches any text. */
function patternOf(text: string): RegExp {
  const parts = text.split("*").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(".*")}$`);
}
