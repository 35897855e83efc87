import fc from "fast-check";
import { expect, test } from "vitest";
import { closestMatch } from "./closest-match.ts";

const NAMES = ["task", "hook", "max-attempts", "repositories"];

test("recognizes typos: omitted, inserted, changed or swapped letters, in any case", () => {
  for (const [typo, expected] of [
    ["tsak", "task"],
    ["HOOK", "hook"],
    ["max-atempts", "max-attempts"],
    ["repositorys", "repositories"],
  ] as const) {
    expect(closestMatch(typo, NAMES)).toBe(expected);
  }
});

test("does not match unrelated words", () => {
  for (const word of ["foo", "x", "retention", ""]) expect(closestMatch(word, NAMES)).toBeUndefined();
});

test("does not compare words of more than 100 characters", { timeout: 10_000 }, () => {
  const candidates = [..."ab"].map((letter) => letter.repeat(100));
  expect(closestMatch("a".repeat(100), candidates)).toBe(candidates[0]);
  expect(closestMatch("a".repeat(101), candidates)).toBeUndefined();
  for (let n = 0; n < 100; n++) expect(closestMatch("a".repeat(1_000_000), candidates)).toBeUndefined();
});

test("matches every word with itself, whatever the other candidates", () => {
  const words = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, selector: (word) => word.toLowerCase() });
  fc.assert(
    fc.property(words, (candidates) => {
      for (const word of candidates) expect(closestMatch(word, candidates)).toBe(word);
    }),
  );
});
