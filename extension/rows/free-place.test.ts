import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Box, findFreePlace, type Room } from "./free-place.ts";

const box = (left: number, top: number, width: number, height: number): Box => ({
  ...{ left, top },
  ...{ right: left + width, bottom: top + height },
});

const SIZE = { width: 50, height: 24 };

/** A row of 600 by 80 with a title of 200 in its first line. */
function row(taken: readonly Box[], isRightToLeft = false): Room {
  const title = isRightToLeft ? box(400, 10, 200, 20) : box(0, 10, 200, 20);
  return { within: box(0, 0, 600, 80), contentEnd: 76, taken: [title, ...taken], title, isRightToLeft };
}

describe("the place of something in a row", () => {
  test("is at the end of the title's line", () => {
    expect(findFreePlace(row([]), SIZE)).toEqual({ left: 550, top: 8 });
    expect(findFreePlace(row([], true), SIZE)).toEqual({ left: 0, top: 8 });
  });

  test("is in the lower corner where that end is taken", () => {
    expect(findFreePlace(row([box(500, 10, 100, 24)]), SIZE)).toEqual({ left: 550, top: 52 });
    expect(findFreePlace(row([box(0, 10, 100, 24)], true), SIZE)).toEqual({ left: 0, top: 52 });
  });

  test("is before what takes both ends", () => {
    expect(findFreePlace(row([box(500, 0, 100, 80)]), SIZE)).toEqual({ left: 438, top: 8 });
    expect(findFreePlace(row([box(0, 0, 100, 80)], true), SIZE)).toEqual({ left: 112, top: 8 });
  });

  test("is in a line between, where that alone has room", () => {
    expect(findFreePlace(row([box(0, 0, 600, 28), box(0, 62, 600, 18)]), SIZE)).toMatchObject({ left: 550, top: 30 });
  });

  test("is none in a row that is full, too low or too narrow", () => {
    expect(findFreePlace(row([box(0, 0, 600, 80)]), SIZE)).toBeUndefined();
    expect(findFreePlace({ ...row([]), within: box(0, 0, 600, 20) }, SIZE)).toBeUndefined();
    expect(findFreePlace({ ...row([]), within: box(0, 0, 40, 80) }, SIZE)).toBeUndefined();
  });

  const boxes = fc
    .tuple(fc.integer({ min: -20, max: 400 }), fc.integer({ min: -20, max: 120 }), fc.nat(300), fc.nat(60))
    .map(([left, top, width, height]) => box(left, top, width, height));

  test("never lies over anything nor outside of the row", () => {
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 12 }), boxes, fc.boolean(), (others, title, isRightToLeft) => {
        const within = box(0, 0, 360, 100);
        const taken = [title, ...others];
        const place = findFreePlace({ within, contentEnd: 90, taken, title, isRightToLeft }, SIZE);
        if (!place) return;
        const { left, top } = place;
        expect(left >= 0 && top >= 0 && left + SIZE.width <= 360 && top + SIZE.height <= 100).toBe(true);
        const over = (one: Box) =>
          one.left < left + SIZE.width && one.right > left && one.top < top + SIZE.height && one.bottom > top;
        expect(taken.filter(over)).toEqual([]);
      }),
    );
  });

  test("is the same seen in a mirror", () => {
    const mirrored = (one: Box): Box => ({ ...one, left: 360 - one.right, right: 360 - one.left });
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 12 }), boxes, (others, title) => {
        const within = box(0, 0, 360, 100);
        const taken = [title, ...others];
        const there = findFreePlace({ within, contentEnd: 90, taken, title, isRightToLeft: false }, SIZE);
        const mirror = {
          within,
          contentEnd: 90,
          taken: taken.map(mirrored),
          title: mirrored(title),
          isRightToLeft: true,
        };
        expect(findFreePlace(mirror, SIZE)).toEqual(there && { ...there, left: 360 - SIZE.width - there.left });
      }),
    );
  });
});
