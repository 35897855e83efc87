import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { entry } from "./entry.fixture.ts";
import { type Filter, filtered } from "./filter.ts";
import { activityOf, byLanguage, byOwner } from "./groups.ts";
import { SORTS, sorted } from "./sort.ts";

const NOW = Date.UTC(2026, 6, 15);
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW - days * DAY).toISOString();

const ENTRIES = [
  entry("acme/widgets", {
    language: "TypeScript",
    description: "Façades",
    stars: 7,
    watch: "watching",
    pushedAt: ago(3),
  }),
  entry("acme/gears", { starred: true, starredAt: ago(1), private: true, pushedAt: ago(80), stars: 7 }),
  entry("bob/Widgets", { fork: true, watch: "ignoring", pushedAt: ago(500), starred: null, language: "C" }),
  entry("bob/old10", { archived: true, watch: null, pushedAt: ago(3000), language: "C" }),
  entry("bob/old9", { missing: { kind: "not found" }, watch: "watching" }),
];
const names = (filter: Filter) => filtered(ENTRIES, filter).map(({ key }) => key);

describe("a filter", () => {
  test("lets everything through that it says nothing of", () => expect(filtered(ENTRIES, {})).toEqual(ENTRIES));

  test.for<[Filter, string[]]>([
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
  ])("%j", ([filter, expected]) => expect(names(filter)).toEqual(expected));
});

describe("sorting", () => {
  const order = (...of: Parameters<typeof sorted> extends [unknown, ...infer Rest] ? Rest : never) =>
    sorted(ENTRIES, ...of).map(({ key }) => key);

  test("goes by what people read: numbers in names are numbers, case is none", () => {
    expect(order("name", "ascending")).toEqual(["acme/gears", "acme/widgets", "bob/old9", "bob/old10", "bob/widgets"]);
    expect(order("name", "descending")[0]).toBe("bob/widgets");
  });

  test("puts what is not known last, whichever way", () => {
    expect(order("pushed", "ascending").at(-1)).toBe("bob/old9");
    expect(order("pushed", "descending")).toEqual([
      "acme/widgets",
      "acme/gears",
      "bob/widgets",
      "bob/old10",
      "bob/old9",
    ]);
    expect(order("starred", "descending")[0]).toBe("acme/gears");
    expect(order("watch", "ascending").at(-1)).toBe("bob/old10");
  });

  test("loses nobody, and changes nothing of an order that is there", () => {
    const some = fc.shuffledSubarray(ENTRIES);
    fc.assert(
      fc.property(
        some,
        fc.constantFrom(...SORTS),
        fc.constantFrom("ascending", "descending"),
        (entries, by, direction) => {
          const once = sorted(entries, by, direction);
          expect(new Set(once)).toEqual(new Set(entries));
          expect(sorted(once, by, direction)).toEqual(once);
        },
      ),
    );
  });
});

test("groups tell how many there are of each owner and language, and of each how active it is", () => {
  expect(byOwner(ENTRIES)).toEqual([
    { name: "bob", count: 3 },
    { name: "acme", count: 2 },
  ]);
  expect(byLanguage(ENTRIES)[0]).toEqual({ name: "", count: 2 });
  expect(ENTRIES.map((one) => activityOf(one, NOW))).toEqual(["month", "quarter", "two years", "archived", "longer"]);
});

test("ten thousand entries are searched and sorted while somebody types", () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    entry(`owner${index % 97}/repository-${index}`, { id: index, description: `About the number ${index}` }),
  );
  filtered(many, { text: "warm up" });
  using normalize = vi.spyOn(String.prototype, "normalize");
  using collator = vi.spyOn(Intl, "Collator");
  using compare = vi.spyOn(String.prototype, "localeCompare");
  const before = process.cpuUsage();
  expect(sorted(filtered(many, { text: "number 99" }), "name", "ascending").length).toBeGreaterThan(100);
  expect(sorted(many, "name", "descending")).toHaveLength(many.length);
  const { user, system } = process.cpuUsage(before);
  // The text that is searched for is normalized; those of the entries were, once.
  expect(normalize).toHaveBeenCalledTimes(1);
  for (const slow of [collator, compare]) expect(slow).not.toHaveBeenCalled();
  // CPU time, which other processes of a busy machine don't add to.
  expect((user + system) / 1000).toBeLessThan(300);
});
