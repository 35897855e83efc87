import fc from "fast-check";
import { expect, test } from "vitest";
import { allOf, escapeLike, type ValueRange, within } from "./condition.ts";
import { openDatabase, queryCount } from "./database.ts";

const db = openDatabase("CREATE TABLE texts (text TEXT, number INTEGER) STRICT;");

test("escapes text for LIKE patterns", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "%", "_", "\\"), maxLength: 6 });
  const isLike = "SELECT ?1 LIKE ?2 ESCAPE '\\' AS count";
  fc.assert(
    fc.property(texts, texts, (text, other) => {
      expect(queryCount(db, isLike, text, escapeLike(text))).toBe(1);
      expect(queryCount(db, isLike, other, escapeLike(text))).toBe(other === text ? 1 : 0);
      expect(queryCount(db, isLike, other, `%${escapeLike(text)}%`)).toBe(other.includes(text) ? 1 : 0);
    }),
  );
});

test("includes a range's start and excludes its end and NULL", () => {
  for (const number of [null, 1, 2, 3]) db.run("INSERT INTO texts (number) VALUES (?)", number);
  const matchingRows = (range: ValueRange<number>) => {
    const { sql, values } = allOf([within("number", range)]);
    return queryCount(db, `SELECT count(*) AS count FROM texts WHERE ${sql}`, ...values);
  };
  expect([{}, { from: 2 }, { until: 2 }, { from: 2, until: 3 }, { from: 4 }].map(matchingRows)).toEqual([
    3, 2, 1, 1, 0,
  ]);
});
