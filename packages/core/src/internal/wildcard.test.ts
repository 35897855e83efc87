import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesWildcard, wildcardMatcher } from "./wildcard.ts";

/** Matches by trying every number of characters for each `*`. */
function matchesNaively([first, ...pattern]: readonly string[], text: readonly string[]): boolean {
  if (first === undefined) return text.length === 0;
  if (first === "*")
    return matchesNaively(pattern, text) || (text.length > 0 && matchesNaively([first, ...pattern], text.slice(1)));
  return text.length > 0 && (first === "?" || first === text[0]) && matchesNaively(pattern, text.slice(1));
}

describe("a wildcard pattern", () => {
  test("matches as if every way to match were tried", () => {
    const characters = ["a", "b", ":", "\n", ".", "\\", "😀", "\ud83d", "\ude00"];
    const pattern = fc.string({ unit: fc.constantFrom(...characters, "*", "*", "*", "?", "?"), maxLength: 10 });
    // The text is often one that matches, with a few changes.
    const text = fc.string({ unit: fc.constantFrom(...characters, "*", "?"), maxLength: 8 });
    const pairs = fc.oneof(
      fc.tuple(pattern, text),
      fc.tuple(pattern, fc.array(text, { maxLength: 5 })).map(([source, parts]) => {
        const rest = [...parts];
        return [
          source,
          source.replace(/[*?]/g, (wildcard) => (wildcard === "*" ? (rest.shift() ?? "") : "a")),
        ] as const;
      }),
    );
    fc.assert(
      fc.property(pairs, ([source, actual]) => {
        expect(matchesWildcard(source, actual)).toBe(matchesNaively([...source], [...actual]));
      }),
      { numRuns: 1000 },
    );
  });

  test.each(["*a", "a*", "*", "**", "?*", "*aa", "*?a"])(
    "of many repetitions of %s takes a fraction of a second",
    { timeout: 10_000 },
    (part) => {
      expect(matchesWildcard(`${part.repeat(500)}b`, "a".repeat(2000))).toBe(false);
      expect(matchesWildcard(`${part.repeat(500)}*`, "a".repeat(2000))).toBe(true);
    },
  );

  test.each(["a", "*", "*a", "a*", "?*"])(
    "of 1,000,000 characters is compared with 10,000 texts in a fraction of a second: %s",
    { timeout: 10_000 },
    (part) => {
      const matches = wildcardMatcher(part.repeat(1_000_000 / part.length));
      for (let n = 0; n < 10_000; n++) expect(matches("a".repeat(100))).toBe(part === "*");
    },
  );
});
