import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWhole, matching } from "./matching.ts";
import { distinct, isSame, nameAtEnd, readNames, without } from "./names.ts";

const people = [
  { name: "carol", title: "Carol Carter" },
  { name: "Alice-B" },
  { name: "acme/reviewers", title: "Those who read" },
  { name: "emil", title: "Émile Reed" },
];
const found = (typed: string) => matching(people, typed).map(({ name }) => name);

describe("whom typed letters mean", () => {
  test.each([
    ["", ["carol", "Alice-B", "acme/reviewers", "emil"]],
    ["  ", ["carol", "Alice-B", "acme/reviewers", "emil"]],
    ["CAR", ["carol"]],
    ["@alice", ["Alice-B"]],
    ["acme/", ["acme/reviewers"]],
    ["ReView", ["acme/reviewers"]],
    ["carol c", ["carol"]],
    ["emile", ["emil"]],
    ["cart", ["carol"]],
    ["who re", ["acme/reviewers"]],
    ["re", ["acme/reviewers", "emil"]],
    ["arol", []],
    ["b", []],
  ])("%j", (typed, names) => {
    expect(found(typed)).toEqual(names);
  });

  test("are some of them, none twice, in their order, whatever the case", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "B", "c", " ", "/", "-", "é") });
    const candidates = fc.uniqueArray(fc.record({ name: letters, title: fc.option(letters, { nil: undefined }) }), {
      selector: ({ name }) => name,
    });
    fc.assert(
      fc.property(candidates, letters, (all, typed) => {
        const some = matching(all, typed);
        expect(some.every((one) => all.includes(one))).toBe(true);
        expect(new Set(some).size).toBe(some.length);
        expect(matching(some, typed)).toEqual(some);
        expect(matching(all, typed.toUpperCase())).toEqual(some);
        // More letters never mean more people.
        expect(matching(all, `${typed}x`).every((one) => some.includes(one) || typed.trim() === "")).toBe(true);
        const whole = all.find((one) => isWhole(one, typed) && one.name.trim() !== "");
        if (whole) expect(some).toContain(whole);
      }),
    );
  });
});

describe("names as people type them", () => {
  test("several, with or without @, each once", () => {
    expect(readNames("@carol, acme/reviewers;bob\n Carol\t@@dora ")).toEqual([
      { kind: "user", name: "carol" },
      { kind: "team", name: "acme/reviewers" },
      { kind: "user", name: "bob" },
      { kind: "user", name: "dora" },
    ]);
    expect(readNames(" , ;@ ")).toEqual([]);
    expect(nameAtEnd("carol, al")).toBe("al");
    expect(nameAtEnd("carol, ")).toBe("");
  });

  test("without some of them", () => {
    const reviewer = fc.record({ kind: fc.constantFrom("user", "team"), name: fc.constantFrom("a", "A", "b", "c") });
    fc.assert(
      fc.property(fc.array(reviewer), fc.array(reviewer), (all, others) => {
        const rest = without(distinct(all), others);
        expect(rest.every((one) => !others.some((other) => isSame(one, other)))).toBe(true);
        expect(distinct([...rest, ...distinct(all)]).length).toBe(distinct(all).length);
      }),
    );
  });
});
