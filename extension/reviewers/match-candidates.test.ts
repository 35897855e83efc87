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
  ])("finds the expected names for %j", (typed, names) => {
    expect(matchedNames(typed)).toEqual(names);
  });

  test("returns distinct candidates in order and ignores case", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "B", "c", " ", "/", "-", "é") });
    const candidates = fc.uniqueArray(fc.record({ name: letters, fullName: fc.option(letters, { nil: undefined }) }), {
      selector: ({ name }) => name,
    });
    fc.assert(
      fc.property(candidates, letters, (all, typed) => {
        const matches = matchCandidates(all, typed);
        expect(matches.every((candidate) => all.includes(candidate))).toBe(true);
        expect(new Set(matches).size).toBe(matches.length);
        expect(matchCandidates(matches, typed)).toEqual(matches);
        expect(matchCandidates(all, typed.toUpperCase())).toEqual(matches);
        // Typing more letters never matches more candidates.
        expect(
          matchCandidates(all, `${typed}x`).every((candidate) => matches.includes(candidate) || typed.trim() === ""),
        ).toBe(true);
        const exactMatch = all.find((candidate) => isExactMatch(candidate, typed) && candidate.name.trim() !== "");
        if (exactMatch) expect(matches).toContain(exactMatch);
      }),
    );
  });
});

describe("names of reviewers", () => {
  test("are parsed from text, with or without @, and without duplicates", () => {
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

  test("can be excluded from other names, ignoring case", () => {
    const reviewer = fc.record({ kind: fc.constantFrom("user", "team"), name: fc.constantFrom("a", "A", "b", "c") });
    fc.assert(
      fc.property(fc.array(reviewer), fc.array(reviewer), (all, others) => {
        const remaining = without(distinct(all), others);
        expect(remaining.every((reviewer) => !others.some((other) => isSameReviewer(reviewer, other)))).toBe(true);
        expect(distinct([...remaining, ...distinct(all)]).length).toBe(distinct(all).length);
      }),
    );
  });
});
