import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COLUMNS } from "./columns.ts";
import { nextCell } from "./next-cell.ts";
import { visibleRange } from "./visible-range.ts";

describe("visibleRange", () => {
  test("contains all visible rows and few others", () => {
    const view = fc.record({
      top: fc.integer({ min: 0, max: 700_000 }),
      height: fc.integer({ min: 100, max: 3000 }),
      rowHeight: fc.integer({ min: 20, max: 200 }),
      count: fc.integer({ min: 0, max: 10_000 }),
    });
    fc.assert(
      fc.property(view, (view) => {
        const { top, height, rowHeight, count } = view;
        const { first, last } = visibleRange(view);
        for (const at of [top, top + height - 1]) {
          const index = Math.floor(at / rowHeight);
          if (index < count) expect(index >= first && index < last).toBe(true);
        }
        expect(first).toBeLessThanOrEqual(last);
        expect(last).toBeLessThanOrEqual(count);
        expect(last - first).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 26);
      }),
    );
  });

  test("is non-empty while the row height is unknown", () => {
    expect(visibleRange({ top: 0, height: 800, rowHeight: 0, count: 500 })).toEqual({ first: 0, last: 40 });
  });
});

describe("nextCell", () => {
  const grid = { rows: 100, page: 10, isMirrored: false };
  const key = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });

  test("moves between cells and never leaves the grid", () => {
    const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"];
    const presses = fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(presses, fc.boolean(), (presses, isMirrored) => {
        let cell = { row: 50, column: 3 };
        for (const [name, ctrl] of presses) cell = nextCell(cell, key(name, ctrl), { ...grid, isMirrored }) ?? cell;
        expect(cell.row >= 0 && cell.row < 100 && cell.column >= 0 && cell.column < COLUMNS.length).toBe(true);
      }),
    );
  });

  test("follows the reading direction", () => {
    expect(nextCell({ row: 1, column: 1 }, key("ArrowRight"), grid)).toEqual({ row: 1, column: 2 });
    expect(nextCell({ row: 1, column: 1 }, key("ArrowRight"), { ...grid, isMirrored: true })).toEqual({
      row: 1,
      column: 0,
    });
    expect(nextCell({ row: 1, column: 1 }, key("End", true), grid)).toEqual({ row: 99, column: COLUMNS.length - 1 });
    expect(nextCell({ row: 1, column: 1 }, key("PageDown"), grid)).toEqual({ row: 11, column: 1 });
    expect(nextCell({ row: 1, column: 1 }, key("x"), grid)).toBeUndefined();
  });
});
