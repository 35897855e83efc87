import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankSuggestions } from "./rank-suggestions.ts";
import { type ReviewerSuggestion, reviewerKey, type SuggestionReason } from "./suggestion.ts";

const reason: fc.Arbitrary<SuggestionReason> = fc.oneof(
  fc.record({ kind: fc.constant("owns"), files: fc.nat(20), of: fc.integer({ min: 20, max: 40 }) }),
  fc.record({ kind: fc.constantFrom("reviewed", "requested"), pulls: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constantFrom("reviewed-this", "member") }),
);
const suggestion: fc.Arbitrary<ReviewerSuggestion> = fc.record({
  kind: fc.constantFrom("user", "team"),
  name: fc.constantFrom("alice", "Alice", "bob", "BOB", "carol", "acme/reviewers", "acme/Reviewers", "zoe"),
  reasons: fc.array(reason, { maxLength: 4 }),
});
const found = fc.array(suggestion, { maxLength: 20 });
const keys = (all: readonly ReviewerSuggestion[]) => all.map(reviewerKey);

describe("ranked suggestions", () => {
  test("contain each reviewer once", () => {
    fc.assert(
      fc.property(found, (all) => {
        expect(keys(rankSuggestions(all)).sort()).toEqual([...new Set(keys(all))].sort());
      }),
    );
  });

  test("do not depend on the order of the input", () => {
    const twice = found.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    const reasonsByKey = (all: readonly ReviewerSuggestion[]) =>
      rankSuggestions(all).map((suggestion) => [reviewerKey(suggestion), suggestion.reasons]);
    fc.assert(
      fc.property(twice, ([all, shuffled]) => {
        expect(reasonsByKey(shuffled)).toEqual(reasonsByKey(all));
      }),
    );
  });

  test("stay the same when ranked again", () => {
    fc.assert(
      fc.property(found, (all) => {
        expect(rankSuggestions(rankSuggestions(all))).toEqual(rankSuggestions(all));
      }),
    );
  });

  test("never move down because of another reason", () => {
    fc.assert(
      fc.property(found, suggestion, (all, more) => {
        const positionOf = (added: ReviewerSuggestion) =>
          keys(rankSuggestions([...all, added])).indexOf(reviewerKey(added));
        expect(positionOf(more)).toBeLessThanOrEqual(positionOf({ ...more, reasons: [] }));
      }),
    );
  });

  test("have one reason of each kind, the strongest first", () => {
    const reasons = rankSuggestions([
      { kind: "user", name: "bob", reasons: [{ kind: "member" }, { kind: "requested", pulls: 1 }] },
      { kind: "user", name: "Bob", fullName: "Bob Baker", reasons: [{ kind: "owns", files: 1, of: 9 }] },
      { kind: "user", name: "bob", reasons: [{ kind: "requested", pulls: 7 }, { kind: "reviewed-this" }] },
    ]);
    expect(reasons).toEqual([
      {
        kind: "user",
        name: "bob",
        fullName: "Bob Baker",
        reasons: [
          { kind: "reviewed-this" },
          { kind: "owns", files: 1, of: 9 },
          { kind: "requested", pulls: 7 },
          { kind: "member" },
        ],
      },
    ]);
  });

  test("start with code owners, then reviewers of this and of other pull requests, then members by name", () => {
    const suggestionBy = (name: string, ...reasons: SuggestionReason[]): ReviewerSuggestion => ({
      kind: "user",
      name,
      reasons,
    });
    const ranked = rankSuggestions([
      suggestionBy("yves", { kind: "member" }),
      suggestionBy("xena", { kind: "member" }),
      suggestionBy("requested", { kind: "requested", pulls: 30 }),
      suggestionBy("often", { kind: "reviewed", pulls: 9 }),
      suggestionBy("once", { kind: "reviewed", pulls: 1 }),
      suggestionBy("here", { kind: "reviewed-this" }),
      suggestionBy("most", { kind: "owns", files: 4, of: 5 }),
      suggestionBy("all", { kind: "owns", files: 5, of: 5 }),
    ]);
    expect(ranked.map(({ name }) => name)).toEqual([
      "all",
      "most",
      "here",
      "often",
      "requested",
      "once",
      "xena",
      "yves",
    ]);
  });
});
