import { expect, test } from "vitest";
import { countOf, openDatabase } from "./database.ts";
import { putTables, takeTables } from "./snapshot.ts";

test("what was still to be done belongs to the state that goes", () => {
  const db = openDatabase("CREATE TABLE things (name TEXT NOT NULL) STRICT");
  const before = takeTables(db);
  const seen: number[] = [];
  const count = () => countOf(db, "SELECT count(*) AS count FROM things");
  db.run("INSERT INTO things VALUES ('one')");
  db.later({ prepare: count, finish: (told) => db.run("INSERT INTO things VALUES (?)", `saw ${seen.push(told)}`) });
  putTables(db, before);
  db.settle();
  expect([seen, count()]).toEqual([[1], 0]);
  db.close();
});
