import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isExactMatch, matchCandidates } from "./match-candidates.ts";
import { distinct, isSameReviewer, lastName, parseReviewers, without } from "./names.ts";

const people = [
  { name: "carol", fullName: "Carol Carter" },
  { name: "Alice-B" },
  { name: "acme/reviewers", fullName: "Those who read" },
  { name: "emil", fullName: "Émile Reed" },
];
const matchedNames = (typed: string) => matchCandidates(people, typed).map(({ name }) => name);

describe("matchCandidates", () => {
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
    expect(matchedNames(typed)).toEqual(names);
  });

  test("returns distinct candidates in order and ignores case", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "B", "c", " ", "/", "-", "é") });
    const candidates = fc.uniqueArray(fc.record({ name: letters, fullName: fc.option(letters, { nil: undefined }) }), {
      selector: ({ name }) => name,
    });
    fc.assert(
      fc.property(candidates, letters, (all, typed) => {
        const some = matchCandidates(all, typed);
        expect(some.every((one) => all.includes(one))).toBe(true);
        expect(new Set(some).size).toBe(some.length);
        expect(matchCandidates(some, typed)).toEqual(some);
        expect(matchCandidates(all, typed.toUpperCase())).toEqual(some);
        // Typing more letters never matches more candidates.
        expect(matchCandidates(all, `${typed}x`).every((one) => some.includes(one) || typed.trim() === "")).toBe(true);
        const whole = all.find((one) => isExactMatch(one, typed) && one.name.trim() !== "");
        if (whole) expect(some).toContain(whole);
      }),
    );
  });
});

describe("typed names", () => {
  test("parses several names, with or without @, without duplicates", () => {
    expect(parseReviewers("@carol, acme/reviewers;bob\n Carol\t@@dora ")).toEqual([
      { kind: "user", name: "carol" },
      { kind: "team", name: "acme/reviewers" },
      { kind: "user", name: "bob" },
      { kind: "user", name: "dora" },
    ]);
    expect(parseReviewers(" , ;@ ")).toEqual([]);
    expect(lastName("carol, al")).toBe("al");
    expect(lastName("carol, ")).toBe("");
  });

  test("removes some names from others", () => {
    const reviewer = fc.record({ kind: fc.constantFrom("user", "team"), name: fc.constantFrom("a", "A", "b", "c") });
    fc.assert(
      fc.property(fc.array(reviewer), fc.array(reviewer), (all, others) => {
        const rest = without(distinct(all), others);
        expect(rest.every((one) => !others.some((other) => isSameReviewer(one, other)))).toBe(true);
        expect(distinct([...rest, ...distinct(all)]).length).toBe(distinct(all).length);
      }),
    );
  });
});
