import { expect, test } from "vitest";
import { readExpression } from "./expressions.ts";

test.each([
  ["^[A-Z]+\\-\\d+", "FH-12 Say why", true],
  ["^fix", "Fix it", false],
  ["(?i)^fix", "Fix it", true],
  ["(?im)^it$", "Fix\nIT", true],
  ["(?ii)a.b", "A.B", true],
  ["it$", "it\nnot", false],
])("%s in %j: %s", (pattern, text, expected) => {
  expect(readExpression(pattern)?.test(text)).toBe(expected);
});

test.each(["(", "[", "(?x)a", "a{2,1}"])("%s is none", (pattern) => {
  expect(readExpression(pattern)).toBeUndefined();
});
