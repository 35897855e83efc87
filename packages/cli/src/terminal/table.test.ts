import fc from "fast-check";
import stringWidth from "fast-string-width";
import { expect, test } from "vitest";
import { layOutTable } from "./table.ts";

test("columns are aligned by their width on the screen", () => {
  const rows = [
    [{ text: "日本" }, { text: "x" }],
    [{ text: "a" }, { text: "two\nlines" }],
  ];
  expect(layOutTable(rows, undefined)).toEqual(["日本  x", "a     two", "      lines"]);
});

test("wide cells take the rest of the row and widen no column", () => {
  const rows = [
    [{ text: "a" }, { text: "a long reason for something", isWide: true }],
    [{ text: "b" }, { text: "x" }, { text: "y" }],
  ];
  expect(layOutTable(rows, 30)).toEqual(["a  a long reason for something", "b  x  y"]);
});

test("no line is wider than the table, whatever the cells contain", () => {
  const cell = fc.record({
    text: fc.string({ unit: fc.constantFrom("a", "b", " ", "日", "👩‍👩‍👧", "\n"), maxLength: 60 }),
  });
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 40, max: 200 }), (table, width) => {
      for (const line of layOutTable(table, width) ?? []) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test("columns that can't fit are not laid out", () => {
  const text = "x".repeat(40);
  expect(layOutTable([[{ text }, { text }, { text }]], 20)).toBeUndefined();
});
