import fc from "fast-check";
import { expect, test } from "vitest";
import { allOf, literally, type Range, within } from "./condition.ts";
import { countOf, openDatabase } from "./database.ts";

const db = openDatabase("CREATE TABLE texts (text TEXT, number INTEGER) STRICT;");

test("a text in a LIKE pattern stands for itself alone", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "%", "_", "\\"), maxLength: 6 });
  const isLike = "SELECT ?1 LIKE ?2 ESCAPE '\\' AS count";
  fc.assert(
    fc.property(texts, texts, (text, other) => {
      expect(countOf(db, isLike, text, literally(text))).toBe(1);
      expect(countOf(db, isLike, other, literally(text))).toBe(other === text ? 1 : 0);
      expect(countOf(db, isLike, other, `%${literally(text)}%`)).toBe(other.includes(text) ? 1 : 0);
    }),
  );
});

test("a range begins with its first value and ends before its last; what is NULL lies in none", () => {
  for (const number of [null, 1, 2, 3]) db.run("INSERT INTO texts (number) VALUES (?)", number);
  const found = (range: Range<number>) => {
    const { sql, values } = allOf([within("number", range)]);
    return countOf(db, `SELECT count(*) AS count FROM texts WHERE ${sql}`, ...values);
  };
  expect([{}, { from: 2 }, { until: 2 }, { from: 2, until: 3 }, { from: 4 }].map(found)).toEqual([3, 2, 1, 1, 0]);
});
