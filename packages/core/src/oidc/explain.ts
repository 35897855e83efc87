import { causeOf } from "./cause.ts";
import { isLike } from "./like.ts";
import { partsOf, partText } from "./parts.ts";
import type { Claims } from "./subject.ts";

/** Where a subject is first another than the one that was expected. */
export interface SubjectDifference {
  /** Which part it is, counted from 1. */
  readonly part: number;
  /** The part that was expected; undefined where the subject has more parts. */
  readonly expected: string | undefined;
  /** The part that is there; undefined where the subject has fewer parts. */
  readonly actual: string | undefined;
  /** Why, most likely, and what to do: a sentence or two. */
  readonly cause: string;
  /** All of it in one line. */
  readonly message: string;
}

/**
 * Explains why a token's subject is not the one that was expected: the first difference, with its likely cause.
 * @param expected as a trust condition has it: `*` stands for anything, `?` for one character
 * @param claims the token's, where they are known: causes are told more exactly
 * @returns undefined where the subject is as expected
 */
export function explainSubject(expected: string, actual: string, claims: Claims = {}): SubjectDifference | undefined {
  if (expected === actual || isLike(expected, actual)) return undefined;
  const sides = { expected: partsOf(expected), actual: partsOf(actual) };
  const longest = Math.max(sides.expected.length, sides.actual.length);
  const isSame = (index: number) => {
    const [wanted, found] = [sides.expected[index], sides.actual[index]];
    return wanted !== undefined && found !== undefined && isLike(partText(wanted), partText(found));
  };
  const first = Array.from({ length: longest }, (_, index) => index).find((index) => !isSame(index)) ?? longest - 1;
  const [wanted, found] = [sides.expected[first], sides.actual[first]];
  const cause = causeOf({ expected, actual, sides, wanted, found, claims });
  const difference = {
    part: first + 1,
    expected: wanted && partText(wanted),
    actual: found && partText(found),
  };
  const what =
    difference.expected === undefined
      ? `nothing more was expected, and the subject goes on with ${difference.actual}`
      : `${difference.expected} was expected, and the subject ${difference.actual === undefined ? "ends" : `has ${difference.actual}`}`;
  return { ...difference, cause, message: `In part ${first + 1}, ${what}: ${cause}` };
}
