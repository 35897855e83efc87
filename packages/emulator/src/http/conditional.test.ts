import { expect, test } from "vitest";
import { isNotModified, lastModifiedOf } from "./conditional.ts";

const etag = '"abc"';
const at = "Thu, 01 Jan 2026 10:00:00 GMT";
const isCurrent = (headers: Record<string, string>, lastModified: string | undefined = at) =>
  isNotModified(headers, { etag, lastModified });

test.each(['"abc"', 'W/"abc"', '"x", "abc"', 'W/"x",W/"abc"', '"a,b", "abc"', "*", " * "])(
  "%s matches the ETag",
  (tags) => {
    expect(isCurrent({ "if-none-match": tags })).toBe(true);
  },
);

test.each(['"ABC"', '"x"', "abc", '""', "", '"ab", "c"', "**"])("%j does not match the ETag", (tags) => {
  expect(isCurrent({ "if-none-match": tags })).toBe(false);
});

test("compares modification times only without If-None-Match", () => {
  expect(isCurrent({ "if-modified-since": at })).toBe(true);
  expect(isCurrent({ "if-modified-since": "Thu, 01 Jan 2026 10:00:01 GMT" })).toBe(true);
  expect(isCurrent({ "if-modified-since": "Thu, 01 Jan 2026 09:59:59 GMT" })).toBe(false);
  expect(isCurrent({ "if-modified-since": at, "if-none-match": '"x"' })).toBe(false);
  expect(isCurrent({ "if-modified-since": "yesterday" })).toBe(false);
  expect(isNotModified({ "if-modified-since": at }, { etag, lastModified: undefined })).toBe(false);
  expect(isCurrent({})).toBe(false);
});

test("derives Last-Modified from a single resource", () => {
  expect(lastModifiedOf({ updated_at: "2026-01-01T10:00:00Z" })).toBe(at);
  expect(lastModifiedOf({ updated_at: "2025-12-31T10:00:00Z", pushed_at: "2026-01-01T10:00:00Z" })).toBe(at);
  expect(lastModifiedOf({ updated_at: "2026-01-01T10:00:00Z", pushed_at: "2025-12-31T10:00:00Z" })).toBe(at);
  expect(lastModifiedOf({ updated_at: "2026-01-01T10:00:00Z", pushed_at: null })).toBe(at);
  expect(lastModifiedOf({ created_at: "2026-01-01T10:00:00Z" })).toBeUndefined();
  expect(lastModifiedOf([{ updated_at: "2026-01-01T10:00:00Z" }])).toBeUndefined();
  expect(lastModifiedOf(null)).toBeUndefined();
});
