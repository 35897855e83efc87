import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { SCHEMA } from "./schema.ts";

const Table = z.object({ name: z.string() });
const Key = z.object({ from: z.string(), table: z.string(), on_delete: z.string() });

test("deletes or unlinks all rows that refer to a deleted repository", () => {
  const sqlite = new DatabaseSync(":memory:");
  sqlite.exec(SCHEMA);
  const tables = z.parse(z.array(Table), sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all());
  const keys = tables.flatMap(({ name }) =>
    z
      .parse(z.array(Key), sqlite.prepare(`PRAGMA foreign_key_list(${name})`).all())
      .map((key) => ({ ...key, column: `${name}.${key.from}` })),
  );
  sqlite.close();
  const toRepositories = keys.filter(({ table }) => table === "repositories");
  expect(toRepositories.length).toBeGreaterThan(5);
  const blocking = toRepositories.filter(({ on_delete }) => on_delete !== "CASCADE" && on_delete !== "SET NULL");
  expect(blocking.map(({ column }) => column)).toEqual([]);
});
