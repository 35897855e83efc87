import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rank } from "./ranking.ts";
import { type Reason, reviewerKey, type Suggestion } from "./suggestion.ts";

const reason: fc.Arbitrary<Reason> = fc.oneof(
  fc.record({ kind: fc.constant("owns"), files: fc.nat(20), of: fc.integer({ min: 20, max: 40 }) }),
  fc.record({ kind: fc.constantFrom("reviewed", "asked"), pulls: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constantFrom("reviewed-this", "member") }),
);
const suggestion: fc.Arbitrary<Suggestion> = fc.record({
  kind: fc.constantFrom("user", "team"),
  name: fc.constantFrom("alice", "Alice", "bob", "BOB", "carol", "acme/reviewers", "acme/Reviewers", "zoe"),
  reasons: fc.array(reason, { maxLength: 4 }),
});
const found = fc.array(suggestion, { maxLength: 20 });
const keys = (all: readonly Suggestion[]) => all.map(reviewerKey);

describe("who is suggested first", () => {
  test("is everybody who was found, each once", () => {
    fc.assert(
      fc.property(found, (all) => {
        expect(keys(rank(all)).sort()).toEqual([...new Set(keys(all))].sort());
      }),
    );
  });

  test("doesn't depend on the order in which they were found", () => {
    const twice = found.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    const seen = (all: readonly Suggestion[]) => rank(all).map((one) => [reviewerKey(one), one.reasons]);
    fc.assert(
      fc.property(twice, ([all, shuffled]) => {
        expect(seen(shuffled)).toEqual(seen(all));
      }),
    );
  });

  test("ranking what is ranked changes nothing", () => {
    fc.assert(
      fc.property(found, (all) => {
        expect(rank(rank(all))).toEqual(rank(all));
      }),
    );
  });

  test("one more reason never makes anybody fall", () => {
    fc.assert(
      fc.property(found, suggestion, (all, more) => {
        const place = (one: Suggestion) => keys(rank([...all, one])).indexOf(reviewerKey(one));
        expect(place(more)).toBeLessThanOrEqual(place({ ...more, reasons: [] }));
      }),
    );
  });

  test("each has a reason of a kind once, the strongest first", () => {
    const reasons = rank([
      { kind: "user", name: "bob", reasons: [{ kind: "member" }, { kind: "asked", pulls: 1 }] },
      { kind: "user", name: "Bob", title: "Bob Baker", reasons: [{ kind: "owns", files: 1, of: 9 }] },
      { kind: "user", name: "bob", reasons: [{ kind: "asked", pulls: 7 }, { kind: "reviewed-this" }] },
    ]);
    expect(reasons).toEqual([
      {
        kind: "user",
        name: "bob",
        title: "Bob Baker",
        reasons: [
          { kind: "reviewed-this" },
          { kind: "owns", files: 1, of: 9 },
          { kind: "asked", pulls: 7 },
          { kind: "member" },
        ],
      },
    ]);
  });

  test("owners come before readers of this, those before readers of others, and members last, by name", () => {
    const by = (name: string, ...reasons: Reason[]): Suggestion => ({ kind: "user", name, reasons });
    const ranked = rank([
      by("yves", { kind: "member" }),
      by("xena", { kind: "member" }),
      by("asked", { kind: "asked", pulls: 30 }),
      by("often", { kind: "reviewed", pulls: 9 }),
      by("once", { kind: "reviewed", pulls: 1 }),
      by("here", { kind: "reviewed-this" }),
      by("most", { kind: "owns", files: 4, of: 5 }),
      by("all", { kind: "owns", files: 5, of: 5 }),
    ]);
    expect(ranked.map(({ name }) => name)).toEqual(["all", "most", "here", "often", "asked", "once", "xena", "yves"]);
  });
});
