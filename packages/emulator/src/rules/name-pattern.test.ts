import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { matchesPattern } from "./name-pattern.ts";

test.each([
  ["main", "main", true],
  ["main", "Main", false],
  ["main", "mainly", false],
  ["releases/*", "releases/1", true],
  ["releases/*", "releases/1/2", false],
  ["releases/**", "releases/1/2", false],
  ["releases/**/*", "releases/1", true],
  ["releases/**/*", "releases/1/2", true],
  ["releases/**/*", "releases", false],
  ["**/*.lock", "a/b/yarn.lock", true],
  ["**/*.lock", "yarn.lock", true],
  ["a**/b", "ax/b", true],
  ["a**/b", "ax/y/b", false],
  ["v?.0", "v1.0", true],
  ["v?.0", "v10.0", false],
  ["v?.0", "v/.0", false],
  ["v[0-9]", "v7", true],
  ["v[0-9]", "vx", false],
  ["v[!0-9]", "vx", true],
  ["v[^0-9]", "v7", false],
  ["a[!b]c", "a/c", false],
  ["v[9-0]", "v9", false],
  ["v[", "v[", true],
  ["\\*", "*", true],
  ["\\*", "x", false],
  ["a.c", "abc", false],
  ["(a|b)+{2}$^", "(a|b)+{2}$^", true],
  ["ü?", "ü😀", true],
])("%s matches %s: %s", (pattern, name, expected) => {
  expect(matchesPattern(pattern, name)).toBe(expected);
});

test.each([
  `${"*a".repeat(25)}b`,
  `${"*".repeat(500)}b`,
  `${"**/".repeat(300)}b`,
  `${"a**/".repeat(200)}b`,
  `${"[a-z]*".repeat(160)}[0-9]`,
  `${"?*".repeat(400)}b`,
])("%s takes linear time for a long name", (pattern) => {
  for (const name of ["a".repeat(20_000), "a/".repeat(10_000), "aaaa/".repeat(4000)]) {
    expect(matchesPattern(pattern, name)).toBe(false);
  }
});

/** A reference implementation that matches character by character, with backtracking. */
function matchesSlowly(pattern: readonly string[], name: readonly string[], isSegmentStart = true): boolean {
  const [piece, ...rest] = pattern;
  const [letter, ...others] = name;
  if (piece === undefined) return letter === undefined;
  if (isSegmentStart && piece === "*" && rest[0] === "*" && rest[1] === "/") {
    const slash = name.indexOf("/");
    return matchesSlowly(rest.slice(2), name) || (slash > 0 && matchesSlowly(pattern, name.slice(slash + 1)));
  }
  if (piece === "*") {
    return (
      matchesSlowly(rest, name, false) ||
      (letter !== undefined && letter !== "/" && matchesSlowly(pattern, others, false))
    );
  }
  if (letter === undefined || (piece === "?" ? letter === "/" : piece !== letter)) return false;
  return matchesSlowly(rest, others, piece === "/");
}

const pieces = (...signs: string[]) => fc.array(fc.constantFrom(...signs), { maxLength: 7 });

test("agrees with a reference implementation on random patterns and names", () => {
  fc.assert(
    fc.property(pieces("a", "b", "/", "*", "*", "**/", "?"), pieces("a", "b", "/"), (pattern, name) => {
      const [patternText, nameText] = [pattern.join(""), name.join("")];
      expect(matchesPattern(patternText, nameText)).toBe(matchesSlowly([...patternText], [...nameText]));
    }),
    { numRuns: pickSize(500, 2000) },
  );
});

test("accepts any pattern, and matches a plain name with itself", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (pattern, name) => {
      expect(typeof matchesPattern(pattern, name)).toBe("boolean");
      if (!/[*?[\\]/.test(name)) expect(matchesPattern(name, name)).toBe(true);
    }),
  );
});
