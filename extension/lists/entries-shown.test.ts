import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { entry } from "./entry.fixture.ts";
import { type EntryFilter, filterEntries } from "./filter-entries.ts";
import { activityOf, groupByLanguage, groupByOwner } from "./groups.ts";
import { SORT_KEYS, sortEntries } from "./sort-entries.ts";

const NOW = Date.UTC(2026, 6, 15);
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString();

const ENTRIES = [
  entry("acme/widgets", {
    language: "TypeScript",
    description: "Façades",
    stars: 7,
    watch: "watching",
    pushedAt: daysAgo(3),
  }),
  entry("acme/gears", { starred: true, starredAt: daysAgo(1), private: true, pushedAt: daysAgo(80), stars: 7 }),
  entry("bob/Widgets", { fork: true, watch: "ignoring", pushedAt: daysAgo(500), starred: null, language: "C" }),
  entry("bob/old10", { archived: true, watch: null, pushedAt: daysAgo(3000), language: "C" }),
  entry("bob/old9", { missing: { kind: "not-found" }, watch: "watching" }),
];
const names = (filter: EntryFilter) => filterEntries(ENTRIES, filter).map(({ key }) => key);

describe("filterEntries", () => {
  test("returns all entries for an empty filter", () => expect(filterEntries(ENTRIES, {})).toEqual(ENTRIES));

  test.for<[EntryFilter, string[]]>([
    [{ text: "WIDGETS" }, ["acme/widgets", "bob/widgets"]],
    [{ text: "facade typescript" }, ["acme/widgets"]],
    [{ text: "bob/ old" }, ["bob/old10", "bob/old9"]],
    [{ starred: false, watch: "watching" }, ["acme/widgets", "bob/old9"]],
    [{ starred: "unknown" }, ["bob/widgets"]],
    [{ watch: "unknown" }, ["bob/old10"]],
    [{ archived: true }, ["bob/old10"]],
    [{ fork: true }, ["bob/widgets"]],
    [{ private: true }, ["acme/gears"]],
    [{ language: "C" }, ["bob/widgets", "bob/old10"]],
    [{ language: null }, ["acme/gears", "bob/old9"]],
    [{ owner: "ACME" }, ["acme/widgets", "acme/gears"]],
    [{ notPushedSince: NOW - 365 * DAY }, ["bob/widgets", "bob/old10", "bob/old9"]],
    [{ missing: true }, ["bob/old9"]],
  ])("returns the matching entries for %j", ([filter, expected]) => expect(names(filter)).toEqual(expected));
});

describe("sortEntries", () => {
  const sortedKeys = (...args: Parameters<typeof sortEntries> extends [unknown, ...infer Rest] ? Rest : never) =>
    sortEntries(ENTRIES, ...args).map(({ key }) => key);

  test("sorts numbers in names numerically and ignores case", () => {
    expect(sortedKeys("name", "ascending")).toEqual([
      "acme/gears",
      "acme/widgets",
      "bob/old9",
      "bob/old10",
      "bob/widgets",
    ]);
    expect(sortedKeys("name", "descending")[0]).toBe("bob/widgets");
  });

  test("puts unknown values last in both directions", () => {
    expect(sortedKeys("pushed", "ascending").at(-1)).toBe("bob/old9");
    expect(sortedKeys("pushed", "descending")).toEqual([
      "acme/widgets",
      "acme/gears",
      "bob/widgets",
      "bob/old10",
      "bob/old9",
    ]);
    expect(sortedKeys("starred", "descending")[0]).toBe("acme/gears");
    expect(sortedKeys("watch", "ascending").at(-1)).toBe("bob/old10");
  });

  test("keeps every entry and is stable when repeated", () => {
    const subset = fc.shuffledSubarray(ENTRIES);
    fc.assert(
      fc.property(
        subset,
        fc.constantFrom(...SORT_KEYS),
        fc.constantFrom("ascending", "descending"),
        (entries, by, direction) => {
          const sorted = sortEntries(entries, by, direction);
          expect(new Set(sorted)).toEqual(new Set(entries));
          expect(sortEntries(sorted, by, direction)).toEqual(sorted);
        },
      ),
    );
  });
});

test("entries are grouped by owner and language, and classified by activity", () => {
  expect(groupByOwner(ENTRIES)).toEqual([
    { name: "bob", count: 3 },
    { name: "acme", count: 2 },
  ]);
  expect(groupByLanguage(ENTRIES)[0]).toEqual({ name: "", count: 2 });
  expect(ENTRIES.map((entry) => activityOf(entry, NOW))).toEqual([
    "month",
    "quarter",
    "two-years",
    "archived",
    "longer",
  ]);
});

test("ten thousand entries are filtered and sorted fast enough for typing", () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    entry(`owner${index % 97}/repository-${index}`, { id: index, description: `About the number ${index}` }),
  );
  filterEntries(many, { text: "warm up" });
  using normalize = vi.spyOn(String.prototype, "normalize");
  using collator = vi.spyOn(Intl, "Collator");
  using compare = vi.spyOn(String.prototype, "localeCompare");
  const before = process.cpuUsage();
  expect(sortEntries(filterEntries(many, { text: "number 99" }), "name", "ascending").length).toBeGreaterThan(100);
  expect(sortEntries(many, "name", "descending")).toHaveLength(many.length);
  const { user, system } = process.cpuUsage(before);
  // Only the search text is normalized; the entries' texts are cached.
  expect(normalize).toHaveBeenCalledTimes(1);
  for (const spy of [collator, compare]) expect(spy).not.toHaveBeenCalled();
  // CPU time is independent of other processes on a busy machine.
  expect((user + system) / 1000).toBeLessThan(300);
});
