import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACTIVITIES } from "../lists/groups.ts";
import { SORT_KEYS } from "../lists/sort-entries.ts";
import { IDLE_SPANS } from "./idle.ts";
import { formatRoute, LISTS_VIEWS, NO_FILTERS, parseRoute } from "./lists-route.ts";

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const filters = fc.record({
  text: optional(fc.string({ minLength: 1 })),
  starred: optional(fc.constantFrom(true, false, "unknown" as const)),
  watch: optional(fc.constantFrom("watching", "ignoring", "not-watching", "unknown")),
  idle: optional(fc.constantFrom(...IDLE_SPANS, "2024-02-29" as const)),
  activity: optional(fc.constantFrom(...ACTIVITIES)),
  archived: optional(fc.boolean()),
  fork: optional(fc.boolean()),
  private: optional(fc.boolean()),
  language: optional(fc.oneof(fc.constant(null), fc.string({ minLength: 1 }))),
  owner: optional(fc.string({ minLength: 1 })),
  tag: optional(fc.string({ minLength: 1 })),
  missing: optional(fc.boolean()),
});
const route = fc.record({
  account: optional(fc.webUrl().map((url) => `alice ${new URL(url).origin}`)),
  view: fc.constantFrom(...LISTS_VIEWS),
  filters,
  sort: fc.constantFrom(...SORT_KEYS),
  direction: fc.constantFrom("ascending", "descending"),
  chartOf: fc.constantFrom("watching", "starred"),
});

describe("the page's URL", () => {
  test("round-trips any route", () => {
    fc.assert(fc.property(route, (route) => void expect(parseRoute(formatRoute(route))).toEqual(route)));
  });

  test("omits defaults", () => {
    expect(formatRoute(parseRoute(""))).toBe("?");
    expect(formatRoute(parseRoute("?watch=watching&star=no&sort=stars"))).toBe("?star=no&watch=watching&sort=stars");
  });

  test("ignores invalid parameters", () => {
    fc.assert(fc.property(fc.webQueryParameters(), (search) => void parseRoute(`?${search}`)));
    const invalid =
      "?view=x&star=maybe&watch=&not-pushed-since=yesterday&archived=1&sort=size&order=up&activity=none&q=";
    expect(parseRoute(invalid)).toEqual(parseRoute(""));
    expect(parseRoute("?not-pushed-since=2024-13-45").filters).toEqual(NO_FILTERS);
  });

  test("parses an empty language as repositories without a language", () => {
    expect(parseRoute("?language=").filters.language).toBeNull();
    expect(parseRoute("").filters.language).toBeUndefined();
  });
});
