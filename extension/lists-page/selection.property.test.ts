import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extended, NOTHING, toggled, withAll, withoutAll } from "./selection.ts";

const order = fc.uniqueArray(fc.nat(50), { minLength: 1 });

describe("a selection", () => {
  test("toggled twice is as before", () => {
    fc.assert(
      fc.property(order, fc.nat(50), (ids, id) => {
        const before = withAll(NOTHING, ids);
        expect([...toggled(toggled(before, id), id).ids].toSorted()).toEqual([...before.ids].toSorted());
      }),
    );
  });

  test("is extended to all between, in the order that is seen", () => {
    const seen = [5, 3, 9, 1, 7];
    expect([...extended(toggled(NOTHING, 3), 1, seen).ids].toSorted()).toEqual([1, 3, 9]);
    // Backwards, too.
    expect([...extended(toggled(NOTHING, 7), 9, seen).ids].toSorted()).toEqual([1, 7, 9]);
  });

  test("a range that begins at one that was taken out takes out", () => {
    const seen = [1, 2, 3, 4, 5];
    const all = withAll(NOTHING, seen);
    expect([...extended(toggled(all, 2), 4, seen).ids]).toEqual([1, 5]);
  });

  test("a range from what isn't seen any more is one click", () => {
    expect([...extended(toggled(NOTHING, 99), 2, [1, 2, 3]).ids]).toEqual([99, 2]);
    expect([...extended(NOTHING, 2, [1, 2, 3]).ids]).toEqual([2]);
  });

  test("within a range everything is as its beginning is, and nothing else changes", () => {
    fc.assert(
      fc.property(order, fc.nat(), fc.nat(), fc.array(fc.nat(50)), (seen, a, b, chosen) => {
        const [from = 0, to = 0] = [seen[a % seen.length], seen[b % seen.length]];
        const before = toggled(withAll(NOTHING, chosen), from);
        const after = extended(before, to, seen);
        const [low, high] = [seen.indexOf(from), seen.indexOf(to)].toSorted((one, other) => one - other);
        for (const id of [...seen, ...chosen]) {
          const isWithin = seen.indexOf(id) >= (low ?? 0) && seen.indexOf(id) <= (high ?? 0);
          expect(after.ids.has(id)).toBe(before.ids.has(isWithin ? from : id));
        }
      }),
    );
  });

  test("all that match are taken in and out beside the others", () => {
    expect([...withAll(toggled(NOTHING, 9), [1, 2]).ids]).toEqual([9, 1, 2]);
    expect([...withoutAll(withAll(NOTHING, [1, 2, 9]), [1, 2]).ids]).toEqual([9]);
  });
});
