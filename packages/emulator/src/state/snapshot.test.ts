import { expect, test } from "vitest";
import { openDatabase, queryCount } from "./database.ts";
import { dumpTables, restoreTables } from "./snapshot.ts";

test("runs deferred tasks before the state is replaced", () => {
  const db = openDatabase("CREATE TABLE things (name TEXT NOT NULL) STRICT");
  const before = dumpTables(db);
  const counts: number[] = [];
  const countThings = () => queryCount(db, "SELECT count(*) AS count FROM things");
  db.run("INSERT INTO things VALUES ('one')");
  db.defer({
    prepare: countThings,
    finish: (count) => db.run("INSERT INTO things VALUES (?)", `saw ${counts.push(count)}`),
  });
  restoreTables(db, before);
  db.flushDeferred();
  expect([counts, countThings()]).toEqual([[1], 0]);
  db.close();
});
