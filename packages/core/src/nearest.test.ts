import fc from "fast-check";
import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const NAMES = ["task", "hook", "max-attempts", "repositories"];

test("a slip is understood: letters left out, put in, changed or swapped, in any case", () => {
  for (const [slip, meant] of [
    ["tsak", "task"],
    ["HOOK", "hook"],
    ["max-atempts", "max-attempts"],
    ["repositorys", "repositories"],
  ] as const) {
    expect(nearest(slip, NAMES)).toBe(meant);
  }
});

test("another word is not taken for one", () => {
  for (const word of ["foo", "x", "retention", ""]) expect(nearest(word, NAMES)).toBeUndefined();
});

test("a word is nearest to itself, whatever there is beside it", () => {
  const words = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, selector: (word) => word.toLowerCase() });
  fc.assert(
    fc.property(words, (all) => {
      for (const word of all) expect(nearest(word, all)).toBe(word);
    }),
  );
});
