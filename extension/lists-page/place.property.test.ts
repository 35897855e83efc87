import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACTIVITIES } from "../lists/groups.ts";
import { SORTS } from "../lists/sort.ts";
import { SPANS } from "./idle.ts";
import { NO_FILTERS, printPlace, readPlace, VIEWS } from "./place.ts";

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const filters = fc.record({
  text: optional(fc.string({ minLength: 1 })),
  starred: optional(fc.constantFrom(true, false, "unknown" as const)),
  watch: optional(fc.constantFrom("watching", "ignoring", "not watching", "unknown")),
  idle: optional(fc.constantFrom(...SPANS, "2024-02-29" as const)),
  activity: optional(fc.constantFrom(...ACTIVITIES)),
  archived: optional(fc.boolean()),
  fork: optional(fc.boolean()),
  private: optional(fc.boolean()),
  language: optional(fc.oneof(fc.constant(null), fc.string({ minLength: 1 }))),
  owner: optional(fc.string({ minLength: 1 })),
  missing: optional(fc.boolean()),
});
const place = fc.record({
  account: optional(fc.webUrl().map((url) => `alice ${new URL(url).origin}`)),
  view: fc.constantFrom(...VIEWS),
  filters,
  sort: fc.constantFrom(...SORTS),
  direction: fc.constantFrom("ascending", "descending"),
  chartOf: fc.constantFrom("watching", "starred"),
});

describe("the page's address", () => {
  test("says all that a place is", () => {
    fc.assert(fc.property(place, (place) => void expect(readPlace(printPlace(place))).toEqual(place)));
  });

  test("is short where everything is as usual", () => {
    expect(printPlace(readPlace(""))).toBe("?");
    expect(printPlace(readPlace("?watch=watching&star=no&sort=stars"))).toBe("?star=no&watch=watching&sort=stars");
  });

  test("may say anything: what makes no sense is left out", () => {
    fc.assert(fc.property(fc.webQueryParameters(), (search) => void readPlace(`?${search}`)));
    const strange =
      "?view=x&star=maybe&watch=&not-pushed-since=yesterday&archived=1&sort=size&order=up&activity=none&q=";
    expect(readPlace(strange)).toEqual(readPlace(""));
    expect(readPlace("?not-pushed-since=2024-13-45").filters).toEqual(NO_FILTERS);
  });

  test("an empty language is that of those without one", () => {
    expect(readPlace("?language=").filters.language).toBeNull();
    expect(readPlace("").filters.language).toBeUndefined();
  });
});
