import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { locateJsonError } from "./json-error.ts";

describe("locateJsonError", () => {
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
  ])("locates the error in %j at line %i, column %i", (text, line, column) => {
    expect(locateJsonError(text)).toEqual({ line, column });
  });

  test("returns undefined for valid JSON and a position within truncated JSON", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        expect(locateJsonError(text)).toBeUndefined();
        const truncated = text.slice(0, cut % text.length);
        const location = locateJsonError(truncated);
        // A truncated number can still be valid.
        if (location) expect(location.column).toBeLessThanOrEqual(truncated.length + 1);
      }),
    );
  });

  test("does not report a position after an inserted invalid character", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const index = at % (text.length + 1);
        const location = locateJsonError(`${text.slice(0, index)}\u0000${text.slice(index)}`);
        expect(location?.line === 1 && location.column <= index + 1).toBe(true);
      }),
    );
  });
});
