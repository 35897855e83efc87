import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { sized } from "../../../../test/effort.ts";
import { countOf, type Database, databaseOf, openDatabase, readPart } from "./database.ts";

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

test("each database of a schema starts empty and is changed alone, however many were opened before", () => {
  const databases = Array.from({ length: 4 }, () => openDatabase(TABLES));
  const namesIn = (db: Database) => db.all(Thing, "SELECT * FROM things").map(({ name }) => name);
  for (const [index, db] of databases.entries()) {
    expect(namesIn(db)).toEqual([]);
    db.run("INSERT INTO owners VALUES (1, 0)");
    db.run("INSERT INTO things VALUES (1, ?, 0)", `thing ${index}`);
    // Constraints and cascades are those of the schema.
    expect(() => db.run("INSERT INTO things VALUES (2, 'orphan', 0)")).toThrow("FOREIGN KEY");
  }
  expect(databases.map(namesIn)).toEqual([["thing 0"], ["thing 1"], ["thing 2"], ["thing 3"]]);
});

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
      { numRuns: sized(20, 80) },
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
  test("is made again after any change where Node can't tell which tables a statement touches", () => {
    const { setAuthorizer } = DatabaseSync.prototype;
    Reflect.deleteProperty(DatabaseSync.prototype, "setAuthorizer");
    try {
      const { db } = longList(10);
      let [made, told] = [0, 0];
      db.watch(["things"], () => told++);
      const count = () =>
        db.remember("count", () => ({
          ...db.get(z.looseObject({}), "SELECT count(*) AS of FROM things"),
          made: ++made,
        }));
      expect([count(), count()]).toEqual(Array(2).fill({ of: 10, made: 1 }));
      db.run("DELETE FROM things WHERE name = 'thing 0'");
      expect([count(), count(), told]).toEqual([{ of: 9, made: 2 }, { of: 9, made: 2 }, 1]);
    } finally {
      DatabaseSync.prototype.setAuthorizer = setAuthorizer;
    }
  });

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

/** A way through a database: changes, what is done later, and transactions of all that, which may be undone. */
type Step =
  | { readonly does: "change" | "later" | "settle" }
  | { readonly does: "all or nothing"; readonly steps: readonly Step[]; readonly fails: boolean };

const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 6 }),
  step: fc.oneof(
    { maxDepth: 3 },
    fc.record({ does: fc.constantFrom("change", "later", "later", "settle") }),
    fc.record({ does: fc.constant("all or nothing"), steps: tie("steps"), fails: fc.boolean() }),
  ),
}));

describe.each([false, true])("what is done later, where a file keeps the state: %s", (isKept) => {
  function open() {
    const sqlite = new DatabaseSync(":memory:");
    sqlite.exec(
      "CREATE TABLE changes (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE told (seen INTEGER NOT NULL) STRICT",
    );
    return databaseOf(sqlite, isKept);
  }
  const change = (db: Database) => db.run("INSERT INTO changes DEFAULT VALUES");
  const changes = (db: Database) => countOf(db, "SELECT count(*) AS count FROM changes");
  const told = (db: Database) =>
    db.all(z.object({ seen: z.int() }), "SELECT seen FROM told ORDER BY rowid").map(({ seen }) => seen);
  const tellLater = (db: Database) =>
    db.later({ prepare: () => changes(db), finish: (seen) => db.run("INSERT INTO told VALUES (?)", seen) });

  test("saw the state as it was then, comes in its turn, and is undone with what it belongs to", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const db = open();
        let model: { readonly changes: number; readonly told: readonly number[] } = { changes: 0, told: [] };
        const go = (step: Step, depth: number): void => {
          if (step.does === "change") {
            change(db);
            model = { ...model, changes: model.changes + 1 };
          } else if (step.does === "later") {
            tellLater(db);
            model = { ...model, told: [...model.told, model.changes] };
          } else if (step.does === "settle") {
            // Nobody has it settled in the midst of a call.
            if (depth === 0) db.settle();
          } else if (step.does === "all or nothing") {
            const before = model;
            const work = () => {
              for (const inner of step.steps) go(inner, depth + 1);
              if (step.fails) throw new Error("undone");
            };
            if (step.fails) {
              expect(() => db.transaction(work)).toThrow("undone");
              model = before;
            } else db.transaction(work);
          }
        };
        for (const step of all) go(step, 0);
        db.settle();
        expect({ changes: changes(db), told: told(db) }).toEqual(model);
        db.close();
      }),
      { numRuns: sized(50, 200) },
    );
  });

  test("is written together with what it belongs to, or else soon", async () => {
    const db = open();
    db.transaction(() => tellLater(db));
    expect(told(db)).toEqual(isKept ? [0] : []);
    tellLater(db);
    change(db);
    await new Promise((resolve) => setImmediate(resolve));
    expect(told(db)).toEqual(isKept ? [0, 0] : []);
    db.settle();
    expect(told(db)).toEqual([0, 0]);
    db.close();
  });

  test("is done before the database is closed", () => {
    const db = open();
    let done = 0;
    db.later({ prepare: () => changes(db), finish: () => done++ });
    db.close();
    expect(done).toBe(1);
  });
});

test("what was to be done before a transaction that is undone stays done where a file keeps the state", () => {
  const sqlite = new DatabaseSync(":memory:");
  sqlite.exec(
    `CREATE TABLE things (id INTEGER PRIMARY KEY, of INTEGER REFERENCES things DEFERRABLE INITIALLY DEFERRED) STRICT`,
  );
  const db = databaseOf(sqlite, true);
  const tell = (id: number) =>
    db.later({ prepare: () => undefined, finish: () => db.run("INSERT INTO things (id) VALUES (?)", id) });
  tell(1);
  // It is undone only as it ends: then everything of it was done already.
  const failing = () =>
    db.transaction(() => {
      tell(2);
      db.run("INSERT INTO things VALUES (3, 99)");
    });
  expect(failing).toThrow(/FOREIGN KEY/);
  tell(4);
  db.settle();
  expect(db.all(z.object({ id: z.int() }), "SELECT id FROM things")).toEqual([{ id: 1 }, { id: 4 }]);
  db.close();
});
