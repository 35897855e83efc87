import { expect, test } from "vitest";
import { quoteValue } from "./quote-value.ts";

test("a value is quoted as JSON", () => {
  const values = ["a", 'b "c"', "alice@example.com", 1, ["a@b", 2], null, undefined];
  expect(values.map(quoteValue)).toEqual([
    '"a"',
    '"b \\"c\\""',
    '"alice@example.com"',
    "1",
    '["a@b",2]',
    "null",
    "nothing",
  ]);
});

test("a password in a URL is not quoted, whatever its form", () => {
  const urls = [
    "http://user:Secret-1@host",
    'http://user:Secret-1"x@host',
    "http:\\\\user:Secret-1@host",
    "http:user:Secret-1@host",
    "http:/user:Secret-1@host",
    "ht tps:user:Secret-1@host",
    "//user:Secret-1@host",
    "https://user:Secret-1\n@host",
    "https://user:Secret-1/x@host",
    "user:Secret-1@host",
    "https:user@Secret-1@host",
  ];
  for (const url of urls) {
    for (const value of [url, [url], { url }]) expect(quoteValue(value)).not.toContain("Secret-1");
  }
});

test("a long text is searched for a password once, not from each of its separators", () => {
  const separators = "/".repeat(1_000_000);
  expect(quoteValue(separators)).toBe(JSON.stringify(separators));
  expect(quoteValue(`${separators}@host`)).toBe("a text that can contain a user name and password");
});
