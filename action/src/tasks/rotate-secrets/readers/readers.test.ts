import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areSame, describe as inWords, type Readers, readersAfter, type WantedReaders, widening } from "./readers.ts";

const WORLD = Array.from({ length: 6 }, (_, index) => ({
  ...{ id: index + 1, name: `acme/r${index}`, isPublic: index % 2 === 0 },
}));
const some = fc.subarray(WORLD);
const visibility = fc.constantFrom("all" as const, "private" as const, "selected" as const);
const readers: fc.Arbitrary<Readers> = fc
  .record({ visibility, repositories: some })
  .map((one) => (one.visibility === "selected" ? one : { ...one, repositories: [] }));
const wanted: fc.Arbitrary<WantedReaders> = fc.oneof(
  fc.record({ visibility: fc.option(visibility, { nil: undefined }), repositories: fc.constant(undefined) }),
  fc.record({ visibility: fc.constant("selected" as const), repositories: some }),
);

/** Who can read it, one by one: the model. */
const canRead = ({ visibility, repositories }: Readers) =>
  new Set(
    WORLD.filter((one) => {
      if (visibility === "all") return true;
      return visibility === "private" ? !one.isPublic : repositories.some(({ id }) => id === one.id);
    }).map(({ id }) => id),
  );

describe("who may read a secret", () => {
  test("nobody gets to read it unnoticed", () => {
    fc.assert(
      fc.property(readers, wanted, (now, wish) => {
        const after = readersAfter(now, wish);
        const added = canRead(after).difference(canRead(now));
        if (added.size > 0) expect(widening(now, wish)).toBeTypeOf("string");
      }),
    );
  });

  test("fewer readers need no leave", () => {
    fc.assert(
      fc.property(readers, some, (now, repositories) => {
        const fewer = now.repositories.filter((one) => repositories.some(({ id }) => id === one.id));
        const wish = {
          visibility: "selected" as const,
          repositories: WORLD.filter(({ id }) => fewer.some((one) => one.id === id)),
        };
        expect(widening(now, wish)).toBeUndefined();
      }),
    );
  });

  test("what nobody says anything of stays", () => {
    fc.assert(
      fc.property(readers, (now) => {
        const nothing = { visibility: undefined, repositories: undefined };
        expect(areSame(now, readersAfter(now, nothing))).toBe(true);
        expect(widening(now, nothing)).toBeUndefined();
      }),
    );
  });

  test("a long list is cut", () => {
    const repositories = Array.from({ length: 1200 }, (_, id) => ({ id, name: `acme/r${id}` }));
    const words = inWords({ visibility: "selected", repositories });
    expect(words).toMatch(/^visible to acme\/r0, .* and 1,190 more$/);
    expect(inWords({ visibility: "selected", repositories: [] })).toBe("visible to no repository");
  });
});
