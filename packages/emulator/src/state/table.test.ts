import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { flag, integer, json, key, nullable, oneOf, real, reference, row, rowId, text, typedName } from "./columns.ts";
import { openDatabase } from "./database.ts";
import { table } from "./table.ts";

const owners = table("owners", { id: rowId(), name: typedName() }, { unique: [["name"]] });
const things = table(
  "things",
  {
    id: rowId(),
    owner_id: nullable(reference("owners")),
    name: text(),
    weight: real(),
    tags: json(z.array(z.string())),
    big: nullable(flag()),
  },
  { unique: [["owner_id", "name"]], indexes: { things_by_weight: "weight" }, constraints: ["CHECK (weight >= 0)"] },
);
const counts = table("counts", { name: key(typedName()), count: integer() });

const open = () => openDatabase([owners, things, counts].map(({ sql }) => sql).join(""));
const anvil = { name: "anvil", weight: 50.5, tags: ["iron"], big: true };

describe("a table", () => {
  test("returns rows as they were inserted, with ids and nulls", () => {
    const db = open();
    const row = things.insert(db, anvil);
    expect(row).toEqual({ ...anvil, id: 1, owner_id: null });
    expect(things.find(db, { id: 1 })).toEqual(row);
    expect(things.insert(db, { ...anvil, big: null })).toEqual({ ...anvil, id: 2, owner_id: null, big: null });
    expect(things.insert(db, row).id).toBe(3);
    expect(things.putReturning(db, { ...row, id: 7 }).id).toBe(7);
  });

  test("selects rows by the values of columns, nulls included", () => {
    const db = open();
    const { id } = owners.insert(db, { name: "Acme" });
    expect(owners.find(db, { name: "ACME" })).toEqual({ id, name: "Acme" });
    for (const name of ["b", "a", "c"]) things.insert(db, { ...anvil, name, owner_id: id });
    things.insert(db, anvil);
    expect(things.all(db, { owner_id: id }, "name").map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(things.count(db, { owner_id: null })).toBe(1);
    expect(things.count(db, { owner_id: undefined })).toBe(4);
    expect(things.has(db, { big: false })).toBe(false);
    expect(things.page(db, { owner_id: id }, "name", { limit: 1, offset: 2 })).toMatchObject({
      rows: [{ name: "c" }],
      total: 3,
    });
    expect(things.first(db, { owner_id: undefined }, "name DESC")?.name).toBe("c");
  });

  test("changes and deletes only the rows that match", () => {
    const db = open();
    for (const name of ["a", "b"]) things.insert(db, { ...anvil, name });
    expect(things.update(db, { name: "a" }, { tags: [], big: false })).toBe(1);
    expect(things.all(db, {}, "id")).toMatchObject([
      { tags: [], big: false },
      { tags: ["iron"], big: true },
    ]);
    expect(things.update(db, { name: "a" }, {})).toBe(0);
    expect(things.delete(db, { name: "a" })).toBe(1);
    expect(things.count(db, {})).toBe(1);
  });

  test("adds a row once, or replaces it by its key", () => {
    const db = open();
    expect([counts.add(db, { name: "x", count: 1 }), counts.add(db, { name: "X", count: 2 })]).toEqual([true, false]);
    expect(counts.putReturning(db, { name: "X", count: 3 }, ["name"])).toEqual({ name: "x", count: 3 });
    counts.put(db, { name: "x", count: 4 });
    expect(counts.all(db, {})).toEqual([{ name: "x", count: 4 }]);
  });

  test("rejects what its declaration forbids", () => {
    const db = open();
    expect(() => things.insert(db, { ...anvil, owner_id: 7 })).toThrow("FOREIGN KEY");
    expect(() => things.insert(db, { ...anvil, weight: -1 })).toThrow("CHECK");
    const { id } = owners.insert(db, { name: "acme" });
    things.insert(db, { ...anvil, owner_id: id });
    expect(() => things.insert(db, { ...anvil, owner_id: id })).toThrow("UNIQUE");
    owners.delete(db, { id });
    expect(things.count(db, {})).toBe(0);
  });

  test("names the column whose stored value is not one of its own", () => {
    const db = open();
    things.insert(db, anvil);
    const read = (columns: string) => () => db.all(things, `SELECT * FROM (SELECT ${columns} FROM things)`);
    const all = "id, owner_id, name, weight, tags, big";
    expect(read(all)()).toHaveLength(1);
    expect(read(all.replace("id,", "1.5 AS id,"))).toThrow("The column id can't be read.");
    expect(read(all.replace("name", "NULL AS name"))).toThrow("The column name can't be read.");
    expect(read(all.replace("tags", "'[1]' AS tags"))).toThrow("The column tags can't be read.");
    expect(read(all.replace("owner_id, ", ""))).toThrow("The column owner_id can't be read.");
    expect(() => db.all(row({ name: oneOf(["vice"]) }), "SELECT name FROM things")).toThrow("The column name");
  });

  test("never selects more rows because a value is missing", () => {
    const db = open();
    things.insert(db, anvil);
    const missing: { id?: number } = JSON.parse("{}");
    const row = { ...anvil, unknown: 1 };
    for (const match of [{ id: missing.id }, row]) {
      expect(() => Reflect.apply(things.delete, things, [db, match])).toThrow("can't be selected by");
      expect(() => Reflect.apply(things.find, things, [db, match])).toThrow("can't be selected by");
    }
    expect(things.count(db, {})).toBe(1);
  });

  test("invalidates what was cached of it", () => {
    const db = open();
    const count = () => db.memoize("count", () => things.count(db, {}));
    expect(count()).toBe(0);
    things.insert(db, anvil);
    expect(count()).toBe(1);
  });
});
