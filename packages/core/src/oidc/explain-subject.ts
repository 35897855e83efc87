import { matchesWildcard } from "../internal/wildcard.ts";
import { likelyCause } from "./likely-cause.ts";
import type { Claims } from "./subject.ts";
import { formatSubjectPart, parseSubject } from "./subject-parts.ts";

/** The first difference between an actual and an expected subject. */
export interface SubjectDifference {
  /** Number of the part, starting at 1. */
  readonly part: number;
  /** The expected part; undefined if the subject has more parts than expected. */
  readonly expected: string | undefined;
  /** The actual part; undefined if the subject has fewer parts. */
  readonly actual: string | undefined;
  /** The most likely cause and its fix, in one or two sentences. */
  readonly cause: string;
  /** The whole explanation in one line. */
  readonly message: string;
}

/**
 * Explains why a token's subject differs from the expected one: the first difference and its likely cause.
 * @param expected as in a trust condition: `*` matches anything, `?` one character
 * @param claims the token's claims, if known, for more precise causes
 * @returns undefined if the subject is as expected
 */
export function explainSubject(expected: string, actual: string, claims: Claims = {}): SubjectDifference | undefined {
  if (expected === actual || matchesWildcard(expected, actual)) return undefined;
  const sides = { expected: parseSubject(expected), actual: parseSubject(actual) };
  const count = Math.max(sides.expected.length, sides.actual.length);
  const isSame = (index: number) => {
    const [expectedPart, actualPart] = [sides.expected[index], sides.actual[index]];
    return (
      expectedPart !== undefined &&
      actualPart !== undefined &&
      matchesWildcard(formatSubjectPart(expectedPart), formatSubjectPart(actualPart))
    );
  };
  const first = Array.from({ length: count }, (_, index) => index).find((index) => !isSame(index)) ?? count - 1;
  const [expectedPart, actualPart] = [sides.expected[first], sides.actual[first]];
  const cause = likelyCause({ expected, actual, sides, expectedPart, actualPart, claims });
  const difference = {
    part: first + 1,
    expected: expectedPart && formatSubjectPart(expectedPart),
    actual: actualPart && formatSubjectPart(actualPart),
  };
  const description =
    difference.expected === undefined
      ? `nothing more was expected, but the subject continues with ${difference.actual}`
      : `${difference.expected} was expected, but the subject ${difference.actual === undefined ? "ends" : `has ${difference.actual}`}`;
  return { ...difference, cause, message: `In part ${first + 1}, ${description}: ${cause}` };
}
