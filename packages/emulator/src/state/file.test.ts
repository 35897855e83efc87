import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { integer, row } from "./columns.ts";
import { openFile } from "./file.ts";
import { SCHEMA, SCHEMA_VERSION } from "./schema.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-file-"));
  folders.push(folder);
  return join(folder, "state.db");
}

const FIRST = {
  version: 1,
  sql: `CREATE TABLE owners (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;
    CREATE TABLE things (id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners, old TEXT) STRICT;
    CREATE VIRTUAL TABLE words USING fts5 (text);
    CREATE TRIGGER owner_added AFTER INSERT ON owners BEGIN
      INSERT INTO words (rowid, text) VALUES (new.id, new.name); END;`,
};

const SECOND = {
  version: 2,
  sql: `CREATE TABLE owners (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, rank INTEGER NOT NULL DEFAULT 7) STRICT;
    CREATE TABLE things (id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners) STRICT;
    CREATE TABLE news (id INTEGER PRIMARY KEY) STRICT;
    CREATE VIRTUAL TABLE words USING fts5 (text);
    CREATE TRIGGER owner_added AFTER INSERT ON owners BEGIN
      INSERT INTO words (rowid, text) VALUES (new.id, new.name); END;`,
};

// A shape without columns would hide those that it doesn't expect.
const Owner = { read: (found: object) => ({ ...found }) };
const owners = (db: ReturnType<typeof openFile>) => db.all(Owner, "SELECT * FROM owners ORDER BY id");

test("stores what was written", () => {
  const path = newPath();
  const db = openFile(path, FIRST);
  db.run("INSERT INTO owners (name) VALUES ('ann')");
  db.close();
  const reopened = openFile(path, FIRST);
  expect(owners(reopened)).toEqual([{ id: 1, name: "ann" }]);
  reopened.close();
  // SQLite's log is removed when the database is closed.
  expect(existsSync(`${path}-wal`)).toBe(false);
  // It contains tokens and secrets.
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("migrates a file of an older version with all columns that still exist", () => {
  const path = newPath();
  const old = openFile(path, FIRST);
  for (const name of ["ann", "bob"]) old.run("INSERT INTO owners (name) VALUES (?)", name);
  old.run("DELETE FROM owners WHERE name = 'bob'");
  old.run("INSERT INTO things VALUES (5, 1, 'gone')");
  old.close();
  const db = openFile(path, SECOND);
  expect(owners(db)).toEqual([{ id: 1, name: "ann", rank: 7 }]);
  // The deleted owner's id isn't used again, and no trigger ran twice.
  expect(db.run("INSERT INTO owners (name) VALUES ('cem')").id).toBe(3);
  const Word = row({ rowid: integer() });
  expect(db.all(Word, "SELECT rowid FROM words ORDER BY rowid")).toEqual([{ rowid: 1 }, { rowid: 2 }, { rowid: 3 }]);
  db.close();
  expect(existsSync(`${path}.next`)).toBe(false);
  expect(() => openFile(path, FIRST)).toThrow(/was written by a newer version/);
});

test("leaves a file unchanged if its migration fails", () => {
  const path = newPath();
  const old = openFile(path, FIRST);
  old.run("INSERT INTO owners (name) VALUES ('ann')");
  old.close();
  const broken = { version: 2, sql: SECOND.sql.replace(" DEFAULT 7", "") };
  expect(() => openFile(path, broken)).toThrow(/written by an older version and can't be migrated: NOT NULL/);
  expect(existsSync(`${path}.next`)).toBe(false);
  const reopened = openFile(path, FIRST);
  expect(owners(reopened)).toEqual([{ id: 1, name: "ann" }]);
  reopened.close();
});

test("keeps the lock if opening the file a second time fails", async () => {
  const path = newPath();
  const db = openFile(path, FIRST);
  expect(() => openFile(path, FIRST)).toThrow(/is in use/);
  const other = `new (require("node:sqlite").DatabaseSync)(${JSON.stringify(path)}).exec("BEGIN IMMEDIATE")`;
  await expect(promisify(execFile)(process.execPath, ["-e", other])).rejects.toThrow("database is locked");
  db.close();
});

/** A worker that tries to lock the file while it is migrated, and reports how many attempts succeeded. */
const COMPETITOR = `
const { existsSync } = require("node:fs");
const { DatabaseSync } = require("node:sqlite");
const { parentPort, workerData: { path, turn } } = require("node:worker_threads");
Atomics.wait(turn, 0, 0);
let attempts = 0;
let locks = 0;
while (attempts < 5 && existsSync(path + ".next")) {
  const sqlite = new DatabaseSync(path);
  try {
    attempts++;
    sqlite.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT");
    locks++;
  } catch {}
  sqlite.close();
}
parentPort.postMessage({ attempts, locks });
Atomics.store(turn, 0, 2);
Atomics.notify(turn, 0);
`;

test("locks the file during a migration", async () => {
  const path = newPath();
  const old = openFile(path, FIRST);
  old.run("INSERT INTO owners (name) VALUES ('ann')");
  old.close();
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const competitor = new Worker(COMPETITOR, { eval: true, workerData: { path, turn } });
  const attempt = once(competitor, "message");
  await once(competitor, "online");
  const db = openFile(path, {
    version: 2,
    // Read after the new file was created and before anything is written to it.
    get sql() {
      Atomics.store(turn, 0, 1);
      Atomics.notify(turn, 0);
      Atomics.wait(turn, 0, 1);
      return SECOND.sql;
    },
  });
  const [message] = await attempt;
  expect(message).toEqual({ attempts: 5, locks: 0 });
  expect(owners(db)).toEqual([{ id: 1, name: "ann", rank: 7 }]);
  db.close();
});

test("migrates the state's own tables", () => {
  const path = newPath();
  openFile(path, { sql: SCHEMA, version: SCHEMA_VERSION }).close();
  openFile(path, { sql: SCHEMA, version: SCHEMA_VERSION + 1 }).close();
});

test("opens a file only once at a time, and rejects other programs' files", () => {
  const path = newPath();
  const db = openFile(path, FIRST);
  expect(() => openFile(path, FIRST)).toThrow(/is in use by another process/);
  db.close();
  openFile(path, FIRST).close();

  const text = newPath();
  writeFileSync(text, "# A document\n".repeat(100));
  expect(() => openFile(text, FIRST)).toThrow(/is not a state file/);
  const other = newPath();
  const sqlite = new DatabaseSync(other);
  sqlite.exec("CREATE TABLE t (a TEXT)");
  sqlite.close();
  expect(() => openFile(other, FIRST)).toThrow(/is not a state file/);
  expect(() => openFile(join(newPath(), "nowhere", "x.db"), FIRST)).toThrow(
    /can't be created: its directory must exist/,
  );
  expect(() => openFile(dirname(other), FIRST)).toThrow(/must be a file, got a directory/);
});
