import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Box, findFreePosition, type RowLayout } from "./free-position.ts";

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const SIZE = { width: 50, height: 24 };

/** A row of 600 × 80 pixels with a title 200 pixels wide in its first line. */
function rowLayout(taken: readonly Box[], isRightToLeft = false): RowLayout {
  const title = isRightToLeft ? box(400, 10, 200, 20) : box(0, 10, 200, 20);
  return { bounds: box(0, 0, 600, 80), contentEnd: 76, occupied: [title, ...taken], title, isRightToLeft };
}

describe("findFreePosition", () => {
  test("prefers the end of the title's line", () => {
    expect(findFreePosition(rowLayout([]), SIZE)).toEqual({ left: 550, top: 8 });
    expect(findFreePosition(rowLayout([], true), SIZE)).toEqual({ left: 0, top: 8 });
  });

  test("falls back to the lower corner if that end is taken", () => {
    expect(findFreePosition(rowLayout([box(500, 10, 100, 24)]), SIZE)).toEqual({ left: 550, top: 52 });
    expect(findFreePosition(rowLayout([box(0, 10, 100, 24)], true), SIZE)).toEqual({ left: 0, top: 52 });
  });

  test("moves before content that takes both ends", () => {
    expect(findFreePosition(rowLayout([box(500, 0, 100, 80)]), SIZE)).toEqual({ left: 438, top: 8 });
    expect(findFreePosition(rowLayout([box(0, 0, 100, 80)], true), SIZE)).toEqual({ left: 112, top: 8 });
  });

  test("uses a line in between if only that has space", () => {
    expect(findFreePosition(rowLayout([box(0, 0, 600, 28), box(0, 62, 600, 18)]), SIZE)).toMatchObject({
      left: 550,
      top: 30,
    });
  });

  test("returns undefined for rows that are full, too low or too narrow", () => {
    expect(findFreePosition(rowLayout([box(0, 0, 600, 80)]), SIZE)).toBeUndefined();
    expect(findFreePosition({ ...rowLayout([]), bounds: box(0, 0, 600, 20) }, SIZE)).toBeUndefined();
    expect(findFreePosition({ ...rowLayout([]), bounds: box(0, 0, 40, 80) }, SIZE)).toBeUndefined();
  });

  const boxes = fc
    .tuple(fc.integer({ min: -20, max: 400 }), fc.integer({ min: -20, max: 120 }), fc.nat(300), fc.nat(60))
    .map(([left, top, width, height]) => box(left, top, width, height));

  test("never overlaps content or leaves the row", () => {
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 12 }), boxes, fc.boolean(), (others, title, isRightToLeft) => {
        const bounds = box(0, 0, 360, 100);
        const occupied = [title, ...others];
        const position = findFreePosition({ bounds, contentEnd: 90, occupied, title, isRightToLeft }, SIZE);
        if (!position) return;
        const { left, top } = position;
        expect(left >= 0 && top >= 0 && left + SIZE.width <= 360 && top + SIZE.height <= 100).toBe(true);
        const overlaps = (box: Box) =>
          box.left < left + SIZE.width && box.right > left && box.top < top + SIZE.height && box.bottom > top;
        expect(occupied.filter(overlaps)).toEqual([]);
      }),
    );
  });

  test("mirrors the result for right-to-left text", () => {
    const mirrored = (box: Box): Box => ({ ...box, left: 360 - box.right, right: 360 - box.left });
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 12 }), boxes, (others, title) => {
        const bounds = box(0, 0, 360, 100);
        const occupied = [title, ...others];
        const position = findFreePosition({ bounds, contentEnd: 90, occupied, title, isRightToLeft: false }, SIZE);
        const mirror = {
          bounds,
          contentEnd: 90,
          occupied: occupied.map(mirrored),
          title: mirrored(title),
          isRightToLeft: true,
        };
        expect(findFreePosition(mirror, SIZE)).toEqual(
          position && { ...position, left: 360 - SIZE.width - position.left },
        );
      }),
    );
  });
});
