import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { openDatabase, readPart } from "./database.ts";

const TABLES = `
CREATE TABLE owners (id INTEGER PRIMARY KEY, hidden INTEGER NOT NULL) STRICT;
CREATE TABLE things (
  owner_id INTEGER NOT NULL REFERENCES owners, name TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (owner_id, name)
) STRICT;
`;

const Thing = z.object({ owner_id: z.int(), name: z.string(), rank: z.int() });
type Thing = z.output<typeof Thing>;

/** A list of things that is long, and not in the order that it is shown in. */
function longList(count: number) {
  const db = openDatabase(TABLES);
  db.transaction(() => {
    for (const owner of [0, 1, 2]) db.run("INSERT INTO owners VALUES (?, ?)", owner, Number(owner === 2));
    for (let index = 0; index < count; index++) {
      db.run("INSERT INTO things VALUES (?, ?, ?)", index % 3, `thing ${index}`, (index * 7919) % 1000);
    }
  });
  const everything = () => db.all(Thing, "SELECT * FROM things");
  return { db, everything };
}

const byRank = (a: Thing, b: Thing) => b.rank - a.rank || (a.name < b.name ? -1 : 1);

/** Queries of the kinds that lists are read by, with what they should give. */
const QUERIES: readonly (readonly [query: string, values: number[], isWanted: (thing: Thing) => boolean])[] = [
  ["* FROM things WHERE owner_id = ? ORDER BY rank DESC, name", [1], (thing) => thing.owner_id === 1],
  [
    `t.* FROM things t JOIN owners o ON o.id = t.owner_id
     WHERE o.hidden = ? ORDER BY t.rank DESC, t.name`,
    [0],
    (thing) => thing.owner_id !== 2,
  ],
  [
    "t.* FROM things t WHERE t.owner_id IN (SELECT id FROM owners UNION SELECT 7) AND t.rank < ? ORDER BY t.rank DESC, name",
    [500],
    (thing) => thing.rank < 500,
  ],
  ["owner_id, name, rank FROM things WHERE rank < ? ORDER BY rank DESC, name", [900], (thing) => thing.rank < 900],
  ["DISTINCT t.* FROM things t ORDER BY t.rank DESC, t.name", [], () => true],
];

describe("a part of a list", () => {
  const { db, everything } = longList(9000);

  test("is that part, however deep it lies", () => {
    const window = fc.record({ limit: fc.integer({ min: 1, max: 100 }), offset: fc.nat({ max: 7000 }) });
    fc.assert(
      fc.property(fc.constantFrom(...QUERIES), window, ([query, values, isWanted], { limit, offset }) => {
        const wanted = everything().filter(isWanted).toSorted(byRank);
        const { rows, total } = readPart(db, Thing, query, values, { limit, offset });
        expect(rows).toEqual(wanted.slice(offset, offset + limit));
        expect(total).toBe(wanted.length);
      }),
      { numRuns: 80 },
    );
  });

  test("changes with the list", () => {
    const query = "* FROM things WHERE owner_id = ? ORDER BY rank DESC, name";
    const read = () => readPart(db, Thing, query, [1], { limit: 1, offset: 2000 });
    const before = read();
    db.run("INSERT INTO things VALUES (1, 'the first', 5000)");
    const after = readPart(db, Thing, query, [1], { limit: 1, offset: 2001 });
    expect(after).toEqual({ rows: before.rows, total: before.total + 1 });
    expect(read().rows).not.toEqual(before.rows);
    db.run("DELETE FROM things WHERE name = 'the first'");
    expect(read()).toEqual(before);
  });
});

describe("what is remembered", () => {
  test("is made again once a table that it read has changed, and no other", () => {
    const { db } = longList(10);
    let made = 0;
    const Count = z.object({ count: z.int() });
    const hidden = () =>
      db.remember("hidden", () => {
        made++;
        return db.get(Count, "SELECT count(*) AS count FROM owners WHERE hidden")?.count;
      });
    expect([hidden(), hidden(), made]).toEqual([1, 1, 1]);
    db.run("DELETE FROM things");
    expect([hidden(), made]).toEqual([1, 1]);
    db.run("UPDATE owners SET hidden = 1");
    expect([hidden(), hidden(), made]).toEqual([3, 3, 2]);
  });

  test("is forgotten when what it was made from is undone", () => {
    const { db } = longList(10);
    const total = () =>
      readPart(db, Thing, "* FROM things WHERE rank >= ? ORDER BY name", [0], { limit: 1, offset: 0 }).total;
    const undo = () =>
      db.transaction(() => {
        db.run("DELETE FROM things");
        expect(total()).toBe(0);
        throw new Error("undone");
      });
    expect(total()).toBe(10);
    expect(undo).toThrow("undone");
    expect(total()).toBe(10);
  });

  test("is no more than so much: what is large makes more room needed", () => {
    const { db } = longList(0);
    const made: string[] = [];
    const remember = (name: string, size: number) => db.remember(name, () => made.push(name), size);
    remember("small", 1);
    remember("large", 19_999);
    remember("small", 1);
    expect(made).toEqual(["small", "large"]);
    remember("one more", 1);
    remember("large", 19_999);
    remember("small", 1);
    expect(made.slice(2)).toEqual(["one more", "small"]);
  });
});

test("whoever watches tables hears of every change, and of what is undone", () => {
  const db = openDatabase(`CREATE TABLE owners (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE things (owner_id INTEGER REFERENCES owners ON DELETE CASCADE) STRICT;
    CREATE TABLE others (id INTEGER) STRICT;`);
  let heard = 0;
  const hears = (work: () => void) => {
    const before = heard;
    work();
    return heard > before;
  };
  db.watch(["things"], () => heard++);
  expect(hears(() => db.run("INSERT INTO others VALUES (1)"))).toBe(false);
  expect(hears(() => db.run("INSERT INTO owners VALUES (1)"))).toBe(false);
  expect(hears(() => db.run("INSERT INTO things VALUES (1)"))).toBe(true);
  expect(hears(() => db.run("DELETE FROM owners"))).toBe(true);
  const failing = () =>
    db.transaction(() => {
      throw new Error("undone");
    });
  expect(hears(() => expect(failing).toThrow("undone"))).toBe(true);
  db.close();
});
