import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { locateJsonError } from "./json-error.ts";

describe("where a file's JSON breaks", () => {
  test.each([
    ["", 1, 1],
    ["{", 1, 2],
    ['{\n  "a": 1,\n  "b": tru\n}', 3, 8],
    ['{\n  "a": 1,\n}', 3, 1],
    ['{\r\n  "a" 1\r\n}', 2, 7],
    ["[1, 2\n3]", 2, 1],
    ['["open]', 1, 2],
    ['{"a": 1} x', 1, 10],
    ["[01]", 1, 2],
    ["{a: 1}", 1, 2],
    ["[}", 1, 2],
  ])("%j: line %i, column %i", (text, line, column) => {
    expect(locateJsonError(text)).toEqual({ line, column });
  });

  test("is nowhere in what can be read, and behind all that was right in what was cut off", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        expect(locateJsonError(text)).toBeUndefined();
        const half = text.slice(0, cut % text.length);
        const place = locateJsonError(half);
        // A number may be cut and still be one.
        if (place) expect(place.column).toBeLessThanOrEqual(half.length + 1);
      }),
    );
  });

  test("never goes past a wrong character that was put in", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const index = at % (text.length + 1);
        const place = locateJsonError(`${text.slice(0, index)}\u0000${text.slice(index)}`);
        expect(place?.line === 1 && place.column <= index + 1).toBe(true);
      }),
    );
  });
});
