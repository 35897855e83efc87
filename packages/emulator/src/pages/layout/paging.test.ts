import fc from "fast-check";
import { expect, test } from "vitest";
import { pageNumber, visiblePages } from "./paging.ts";

test("shows existing pages in order, including the first, the last and the current one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (last, at) => {
      const page = Math.min(at, last);
      const shown = visiblePages(page, last);
      const numbers = shown.filter((number) => number !== undefined);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      for (const number of [1, last, page]) expect(numbers).toContain(number);
      for (const number of numbers) expect(number >= 1 && number <= last).toBe(true);
      expect(shown.length).toBeLessThanOrEqual(11);
      // A gap stands for at least one page, and gaps are never adjacent.
      shown.forEach((number, index) => {
        if (number !== undefined) return;
        const [before, after] = [shown[index - 1], shown[index + 1]];
        expect(Number(after) - Number(before)).toBeGreaterThan(1);
      });
    }),
  );
});

test("treats any page parameter as a valid page number", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const page = pageNumber({ query: new URLSearchParams({ page: text }) });
      expect(Number.isSafeInteger(page) && page >= 1).toBe(true);
    }),
  );
});
