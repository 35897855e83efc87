import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entry } from "../lists/entry.fixture.ts";
import { applyFilters } from "./apply-filters.ts";
import { countFacets } from "./count-facets.ts";
import { idleSince } from "./idle.ts";
import { type ListsFilters, NO_FILTERS } from "./lists-route.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");

const entries = fc.array(
  fc.record({
    owner: fc.constantFrom("acme", "parts", "Acme"),
    language: fc.constantFrom("Go", "Rust", null),
    starred: fc.constantFrom(true, false, null),
    watch: fc.constantFrom("watching", "ignoring", "not-watching", null),
    archived: fc.boolean(),
    fork: fc.boolean(),
    private: fc.boolean(),
    pushedAt: fc.constantFrom("2026-06-01T00:00:00Z", "2025-01-01T00:00:00Z", "2020-01-01T00:00:00Z", null),
  }),
  { maxLength: 30 },
);
const filters: fc.Arbitrary<ListsFilters> = fc
  .record(
    {
      starred: fc.constantFrom(true, false, "unknown" as const),
      watch: fc.constantFrom("watching", "unknown"),
      archived: fc.boolean(),
      idle: fc.constantFrom("1y" as const, "2025-06-01" as const),
      owner: fc.constant("acme"),
      language: fc.constantFrom("Go", null),
      text: fc.constantFrom("ac", "go"),
    },
    { requiredKeys: [] },
  )
  .map((values) => ({ ...NO_FILTERS, ...values }));

describe("countFacets", () => {
  test("counts the entries that each choice would leave", () => {
    fc.assert(
      fc.property(entries, filters, (values, filters) => {
        const all = values.map((fields, id) => entry(`${fields.owner}/r${id}`, { id, ...fields }));
        const countWith = (change: Partial<ListsFilters>) => applyFilters(all, { ...filters, ...change }, NOW).length;
        const facets = countFacets(all, filters, NOW);
        expect(facets.starred).toEqual({
          yes: countWith({ starred: true }),
          no: countWith({ starred: false }),
          unknown: countWith({ starred: "unknown" }),
        });
        for (const watch of ["watching", "ignoring", "not-watching", "unknown"] as const) {
          expect(facets.watch[watch]).toBe(countWith({ watch }));
        }
        for (const name of ["archived", "fork", "private"] as const) {
          expect(facets[name]).toEqual({ yes: countWith({ [name]: true }), no: countWith({ [name]: false }) });
        }
        for (const idle of ["6m", "1y", "2y", "5y"] as const) expect(facets.idle[idle]).toBe(countWith({ idle }));
        expect(facets.missing).toBe(countWith({ missing: true }));
        for (const { name, count } of facets.languages) expect(count).toBe(countWith({ language: name || null }));
        for (const { name, count } of facets.owners) expect(count).toBe(countWith({ owner: name }));
      }),
    );
  });
});

test("idleSince returns the same day of an earlier month", () => {
  expect(new Date(idleSince("2y", NOW)).toISOString()).toBe("2024-06-15T12:00:00.000Z");
  expect(new Date(idleSince("6m", NOW)).toISOString()).toBe("2025-12-15T12:00:00.000Z");
  expect(idleSince("2024-02-29", NOW)).toBe(Date.parse("2024-02-29T00:00:00Z"));
});

test("applyFilters filters by activity", () => {
  const all = ["2026-06-01", "2026-04-01", "2025-09-01", "2025-01-01", "2020-01-01", null].map((day, id) =>
    entry("acme/widgets", { id, pushedAt: day && `${day}T00:00:00Z` }),
  );
  const ids = (activity: ListsFilters["activity"]) =>
    applyFilters(all, { ...NO_FILTERS, activity }, NOW).map(({ id }) => id);
  expect(ids("month")).toEqual([0]);
  expect(ids("quarter")).toEqual([1]);
  expect(ids("longer")).toEqual([4, 5]);
  expect(ids(undefined)).toHaveLength(6);
});
