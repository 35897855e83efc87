import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addAll, extendTo, NO_SELECTION, removeAll, toggleEntry } from "./selection.ts";

const order = fc.uniqueArray(fc.nat(50), { minLength: 1 });

describe("a selection", () => {
  test("is unchanged after toggling an entry twice", () => {
    fc.assert(
      fc.property(order, fc.nat(50), (ids, id) => {
        const before = addAll(NO_SELECTION, ids);
        expect([...toggleEntry(toggleEntry(before, id), id).ids].toSorted()).toEqual([...before.ids].toSorted());
      }),
    );
  });

  test("extends to all entries in between, in display order", () => {
    const order = [5, 3, 9, 1, 7];
    expect([...extendTo(toggleEntry(NO_SELECTION, 3), 1, order).ids].toSorted()).toEqual([1, 3, 9]);
    // Also backwards.
    expect([...extendTo(toggleEntry(NO_SELECTION, 7), 9, order).ids].toSorted()).toEqual([1, 7, 9]);
  });

  test("removes a range that starts at a deselected entry", () => {
    const order = [1, 2, 3, 4, 5];
    const all = addAll(NO_SELECTION, order);
    expect([...extendTo(toggleEntry(all, 2), 4, order).ids]).toEqual([1, 5]);
  });

  test("toggles a single entry if the start of the range is not visible", () => {
    expect([...extendTo(toggleEntry(NO_SELECTION, 99), 2, [1, 2, 3]).ids]).toEqual([99, 2]);
    expect([...extendTo(NO_SELECTION, 2, [1, 2, 3]).ids]).toEqual([2]);
  });

  test("gives a whole range the state of its start and changes nothing else", () => {
    fc.assert(
      fc.property(order, fc.nat(), fc.nat(), fc.array(fc.nat(50)), (order, a, b, chosen) => {
        const [from = 0, to = 0] = [order[a % order.length], order[b % order.length]];
        const before = toggleEntry(addAll(NO_SELECTION, chosen), from);
        const after = extendTo(before, to, order);
        const [low, high] = [order.indexOf(from), order.indexOf(to)].toSorted((left, right) => left - right);
        for (const id of [...order, ...chosen]) {
          const isWithin = order.indexOf(id) >= (low ?? 0) && order.indexOf(id) <= (high ?? 0);
          expect(after.ids.has(id)).toBe(before.ids.has(isWithin ? from : id));
        }
      }),
    );
  });

  test("adds and removes matching entries without affecting others", () => {
    expect([...addAll(toggleEntry(NO_SELECTION, 9), [1, 2]).ids]).toEqual([9, 1, 2]);
    expect([...removeAll(addAll(NO_SELECTION, [1, 2, 9]), [1, 2]).ids]).toEqual([9]);
  });
});
