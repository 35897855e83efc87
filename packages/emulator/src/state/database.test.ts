import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { integer, type RowOf, row, text } from "./columns.ts";
import { type Database, openDatabase, queryCount, queryPage, wrapSqlite } from "./database.ts";

const TABLES = `
CREATE TABLE owners (id INTEGER PRIMARY KEY, hidden INTEGER NOT NULL) STRICT;
CREATE TABLE things (
  owner_id INTEGER NOT NULL REFERENCES owners, name TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (owner_id, name)
) STRICT;
`;

const Thing = row({ owner_id: integer(), name: text(), rank: integer() });
type Thing = RowOf<typeof Thing>;

/** Creates a long list of things that isn't stored in its sort order. */
function longList(count: number) {
  const db = openDatabase(TABLES);
  db.transaction(() => {
    for (const owner of [0, 1, 2]) db.run("INSERT INTO owners VALUES (?, ?)", owner, Number(owner === 2));
    for (let index = 0; index < count; index++) {
      db.run("INSERT INTO things VALUES (?, ?, ?)", index % 3, `thing ${index}`, (index * 7919) % 1000);
    }
  });
  const allThings = () => db.all(Thing, "SELECT * FROM things");
  return { db, allThings };
}

const byRank = (a: Thing, b: Thing) => b.rank - a.rank || (a.name < b.name ? -1 : 1);

/** Queries of the kinds that lists use, with the rows that they should return. */
const QUERIES: readonly (readonly [query: string, values: number[], isExpected: (thing: Thing) => boolean])[] = [
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

test("gives each database of a schema its own empty tables", () => {
  const databases = Array.from({ length: 4 }, () => openDatabase(TABLES));
  const namesIn = (db: Database) => db.all(Thing, "SELECT * FROM things").map(({ name }) => name);
  for (const [index, db] of databases.entries()) {
    expect(namesIn(db)).toEqual([]);
    db.run("INSERT INTO owners VALUES (1, 0)");
    db.run("INSERT INTO things VALUES (1, ?, 0)", `thing ${index}`);
    // The copy has the schema's constraints.
    expect(() => db.run("INSERT INTO things VALUES (2, 'orphan', 0)")).toThrow("FOREIGN KEY");
  }
  expect(databases.map(namesIn)).toEqual([["thing 0"], ["thing 1"], ["thing 2"], ["thing 3"]]);
});

describe("queryPage", () => {
  const { db, allThings } = longList(9000);

  test("returns the right rows at any offset", () => {
    const pageRange = fc.record({ limit: fc.integer({ min: 1, max: 100 }), offset: fc.nat({ max: 7000 }) });
    fc.assert(
      fc.property(fc.constantFrom(...QUERIES), pageRange, ([query, values, isExpected], { limit, offset }) => {
        const expected = allThings().filter(isExpected).toSorted(byRank);
        const { rows, total } = queryPage(db, Thing, query, values, { limit, offset });
        expect(rows).toEqual(expected.slice(offset, offset + limit));
        expect(total).toBe(expected.length);
      }),
      { numRuns: pickSize(20, 80) },
    );
  });

  test("reflects changes of the list", () => {
    const query = "* FROM things WHERE owner_id = ? ORDER BY rank DESC, name";
    const read = () => queryPage(db, Thing, query, [1], { limit: 1, offset: 2000 });
    const before = read();
    db.run("INSERT INTO things VALUES (1, 'the first', 5000)");
    const after = queryPage(db, Thing, query, [1], { limit: 1, offset: 2001 });
    expect(after).toEqual({ rows: before.rows, total: before.total + 1 });
    expect(read().rows).not.toEqual(before.rows);
    db.run("DELETE FROM things WHERE name = 'the first'");
    expect(read()).toEqual(before);
  });
});

describe("memoize", () => {
  test("recomputes after any change if Node can't report the tables of a statement", () => {
    const { setAuthorizer } = DatabaseSync.prototype;
    Reflect.deleteProperty(DatabaseSync.prototype, "setAuthorizer");
    try {
      const { db } = longList(10);
      let [computations, changeCount] = [0, 0];
      db.onTableChange(["things"], () => changeCount++);
      const count = () =>
        db.memoize("count", () => ({
          ...db.get(row({ count: integer() }), "SELECT count(*) AS count FROM things"),
          computation: ++computations,
        }));
      expect([count(), count()]).toEqual(Array(2).fill({ count: 10, computation: 1 }));
      db.run("DELETE FROM things WHERE name = 'thing 0'");
      expect([count(), count(), changeCount]).toEqual([{ count: 9, computation: 2 }, { count: 9, computation: 2 }, 1]);
    } finally {
      DatabaseSync.prototype.setAuthorizer = setAuthorizer;
    }
  });

  test("recomputes only after a change of a table that was read", () => {
    const { db } = longList(10);
    let computations = 0;
    const Count = row({ count: integer() });
    const hidden = () =>
      db.memoize("hidden", () => {
        computations++;
        return db.get(Count, "SELECT count(*) AS count FROM owners WHERE hidden")?.count;
      });
    expect([hidden(), hidden(), computations]).toEqual([1, 1, 1]);
    db.run("DELETE FROM things");
    expect([hidden(), computations]).toEqual([1, 1]);
    db.run("UPDATE owners SET hidden = 1");
    expect([hidden(), hidden(), computations]).toEqual([3, 3, 2]);
  });

  test("drops values computed in a transaction that is rolled back", () => {
    const { db } = longList(10);
    const total = () =>
      queryPage(db, Thing, "* FROM things WHERE rank >= ? ORDER BY name", [0], { limit: 1, offset: 0 }).total;
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

  test("evicts the oldest values beyond its size limit", () => {
    const { db } = longList(0);
    const computed: string[] = [];
    const compute = (name: string, size: number) => db.memoize(name, () => computed.push(name), size);
    compute("small", 1);
    compute("large", 19_999);
    compute("small", 1);
    expect(computed).toEqual(["small", "large"]);
    compute("one more", 1);
    compute("large", 19_999);
    compute("small", 1);
    expect(computed.slice(2)).toEqual(["one more", "small"]);
  });
});

test("reports each change of a table, even if it is rolled back", () => {
  const db = openDatabase(`CREATE TABLE owners (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE things (owner_id INTEGER REFERENCES owners ON DELETE CASCADE) STRICT;
    CREATE TABLE others (id INTEGER) STRICT;`);
  let notifications = 0;
  const isNotified = (work: () => void) => {
    const before = notifications;
    work();
    return notifications > before;
  };
  db.onTableChange(["things"], () => notifications++);
  expect(isNotified(() => db.run("INSERT INTO others VALUES (1)"))).toBe(false);
  expect(isNotified(() => db.run("INSERT INTO owners VALUES (1)"))).toBe(false);
  expect(isNotified(() => db.run("INSERT INTO things VALUES (1)"))).toBe(true);
  expect(isNotified(() => db.run("DELETE FROM owners"))).toBe(true);
  const failing = () =>
    db.transaction(() => {
      throw new Error("undone");
    });
  expect(isNotified(() => expect(failing).toThrow("undone"))).toBe(true);
  db.close();
});

/** A step of a random sequence: changes, deferred tasks, and nested transactions that can fail. */
type DatabaseStep =
  | { readonly does: "change" | "defer" | "flush" }
  | { readonly does: "transaction"; readonly steps: readonly DatabaseStep[]; readonly fails: boolean };

const { steps } = fc.letrec<{ steps: DatabaseStep[]; step: DatabaseStep }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 6 }),
  step: fc.oneof(
    { maxDepth: 3 },
    fc.record({ does: fc.constantFrom("change", "defer", "defer", "flush") }),
    fc.record({ does: fc.constant("transaction"), steps: tie("steps"), fails: fc.boolean() }),
  ),
}));

describe.each([false, true])("deferred tasks, persistent: %s", (isPersistent) => {
  function open() {
    const sqlite = new DatabaseSync(":memory:");
    sqlite.exec(
      "CREATE TABLE changes (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE recorded (count INTEGER NOT NULL) STRICT",
    );
    return wrapSqlite(sqlite, isPersistent);
  }
  const change = (db: Database) => db.run("INSERT INTO changes DEFAULT VALUES");
  const changes = (db: Database) => queryCount(db, "SELECT count(*) AS count FROM changes");
  const recordedCounts = (db: Database) =>
    db.all(row({ count: integer() }), "SELECT count FROM recorded ORDER BY rowid").map(({ count }) => count);
  const deferCount = (db: Database) =>
    db.defer({ prepare: () => changes(db), finish: (count) => db.run("INSERT INTO recorded VALUES (?)", count) });

  test("see the state from when they were deferred, run in order, and are rolled back with their transaction", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const db = open();
        let model: { readonly changes: number; readonly recorded: readonly number[] } = { changes: 0, recorded: [] };
        const runStep = (step: DatabaseStep, depth: number): void => {
          if (step.does === "change") {
            change(db);
            model = { ...model, changes: model.changes + 1 };
          } else if (step.does === "defer") {
            deferCount(db);
            model = { ...model, recorded: [...model.recorded, model.changes] };
          } else if (step.does === "flush") {
            // Deferred tasks are never flushed within a transaction.
            if (depth === 0) db.flushDeferred();
          } else if (step.does === "transaction") {
            const before = model;
            const work = () => {
              for (const inner of step.steps) runStep(inner, depth + 1);
              if (step.fails) throw new Error("undone");
            };
            if (step.fails) {
              expect(() => db.transaction(work)).toThrow("undone");
              model = before;
            } else db.transaction(work);
          }
        };
        for (const step of sequence) runStep(step, 0);
        db.flushDeferred();
        expect({ changes: changes(db), recorded: recordedCounts(db) }).toEqual(model);
        db.close();
      }),
      { numRuns: pickSize(50, 200) },
    );
  });

  test("run with their transaction if persistent, otherwise when they are flushed", async () => {
    const db = open();
    db.transaction(() => deferCount(db));
    expect(recordedCounts(db)).toEqual(isPersistent ? [0] : []);
    deferCount(db);
    change(db);
    await expect.poll(() => recordedCounts(db)).toEqual(isPersistent ? [0, 0] : []);
    db.flushDeferred();
    expect(recordedCounts(db)).toEqual([0, 0]);
    db.close();
  });

  test("run before the database is closed", () => {
    const db = open();
    let done = 0;
    db.defer({ prepare: () => changes(db), finish: () => done++ });
    db.close();
    expect(done).toBe(1);
  });
});

test("keeps tasks that were deferred before a failed transaction in a persistent database", () => {
  const sqlite = new DatabaseSync(":memory:");
  sqlite.exec(
    `CREATE TABLE things (id INTEGER PRIMARY KEY, of INTEGER REFERENCES things DEFERRABLE INITIALLY DEFERRED) STRICT`,
  );
  const db = wrapSqlite(sqlite, true);
  const deferInsert = (id: number) =>
    db.defer({ prepare: () => undefined, finish: () => db.run("INSERT INTO things (id) VALUES (?)", id) });
  deferInsert(1);
  // The deferred foreign key fails when the transaction ends, after all of its tasks have run.
  const failing = () =>
    db.transaction(() => {
      deferInsert(2);
      db.run("INSERT INTO things VALUES (3, 99)");
    });
  expect(failing).toThrow(/FOREIGN KEY/);
  deferInsert(4);
  db.flushDeferred();
  expect(db.all(row({ id: integer() }), "SELECT id FROM things")).toEqual([{ id: 1 }, { id: 4 }]);
  db.close();
});
