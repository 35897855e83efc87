import { expect, test } from "vitest";
import { parseRuleExpression } from "./rule-expression.ts";

test.each([
  ["^[A-Z]+\\-\\d+", "FH-12 Say why", true],
  ["^fix", "Fix it", false],
  ["(?i)^fix", "Fix it", true],
  ["(?im)^it$", "Fix\nIT", true],
  ["(?ii)a.b", "A.B", true],
  ["it$", "it\nnot", false],
])("%s matches %j: %s", (pattern, text, expected) => {
  expect(parseRuleExpression(pattern)?.test(text)).toBe(expected);
});

test.each([
  ["(a+)+$", false],
  ["(a|aa)+$", false],
  ["(.*a){25}b", false],
  ["(?:a*)*b", false],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", false],
  ["(a|b)*a(a|b){20}c", false],
  ["(?i)(A?){100}a{100}c", false],
])("%s takes linear time for a long text", (pattern, expected) => {
  expect(parseRuleExpression(pattern)?.test(`${"a".repeat(100_000)}!`)).toBe(expected);
});

test.each(["(", "[", "(?x)a", "a{2,1}"])("rejects %s", (pattern) => {
  expect(parseRuleExpression(pattern)).toBeUndefined();
});
