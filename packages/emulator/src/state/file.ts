import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";
import { type Database, databaseOf } from "./database.ts";
import { tablesOf, withoutTriggers } from "./tables.ts";

/** What a file's state is made of. */
export interface FileSchema {
  /** What creates its tables. */
  readonly sql: string;
  readonly version: number;
}

/** Marks a file as one of this service: "Forg" in ASCII. */
const APPLICATION = 0x466f7267;

/**
 * Opens a file that keeps the state, made where there is none, and brought up to date where it is of an older version. It is
 * this process's alone until it is closed.
 * @throws Error in one line on a file that another process uses, that is none of this service, or of a newer version
 */
export function openFile(path: string, schema: FileSchema): Database {
  const sqlite = open(path);
  try {
    const { application, version, tables } = stateOf(sqlite);
    if (application === APPLICATION && version > schema.version) {
      throw new Error(`${path} was written by a newer version of this service. Use that one, or another file.`);
    }
    if (application !== APPLICATION && (application !== 0 || tables > 0)) throw new Error(strange(path));
    if (tables === 0) create(sqlite, schema);
    else if (version < schema.version) return migrate(path, sqlite, schema);
    return databaseOf(sqlite, true);
  } catch (error) {
    if (sqlite.isOpen) sqlite.close();
    throw isSqlite(error) ? new Error(explain(path, error), { cause: error }) : error;
  }
}

function open(path: string): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    // Tokens and secrets are in it: a new one is its owner's alone. One that is there is left to SQLite: to close it here would
    // let go every lock that this process has on it.
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    sqlite = new DatabaseSync(path);
    // A call that was answered outlives this process, however it ends: what is written is in the log by then. The lock is
    // held until the file is closed, or the process is gone.
    sqlite.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    sqlite.exec("BEGIN IMMEDIATE; COMMIT");
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw new Error(explain(path, error), { cause: error });
  }
}

/** Of the system, with a word; of SQLite, with a number. */
const Problem = z.object({ code: z.string(), errcode: z.optional(z.int()) });

/** SQLite's own numbers for what keeps it from opening a file. */
const [BUSY, READ_ONLY, CORRUPT, CANNOT_OPEN, NO_DATABASE] = [5, 8, 11, 14, 26];

const isSqlite = (error: unknown) => z.safeParse(Problem, error).success;

function explain(path: string, error: unknown): string {
  const problem = z.safeParse(Problem, error);
  const { code, errcode = 0 } = problem.success ? problem.data : { code: "" };
  // What lies above the lowest byte says more than anybody needs.
  const number = errcode % 256;
  if (number === BUSY) {
    return `${path} is in use: another process keeps its state there. Stop that one, or use another file.`;
  }
  if (number === NO_DATABASE || number === CORRUPT) return strange(path);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return `${path} is a folder. Name a file in it.`;
  if (code === "ENOENT" || code === "ENOTDIR") return `${path} can't be made: its folder must exist.`;
  if (number === READ_ONLY || number === CANNOT_OPEN || ["EACCES", "EPERM", "EROFS"].includes(code)) {
    return `${path} can't be written to, or not beside it.`;
  }
  return `${path} can't be used: ${error instanceof Error ? error.message : String(error)}.`;
}

const strange = (path: string) => `${path} holds something else than the state of this service. Use another file.`;

const Numbers = z.object({ application: z.int(), version: z.int(), tables: z.int() });

function stateOf(sqlite: DatabaseSync): z.output<typeof Numbers> {
  const row = sqlite
    .prepare(
      `SELECT (SELECT application_id FROM pragma_application_id) AS application,
         (SELECT user_version FROM pragma_user_version) AS version, (SELECT count(*) FROM sqlite_schema) AS tables`,
    )
    .get();
  return z.parse(Numbers, row);
}

function create(sqlite: DatabaseSync, { sql, version }: FileSchema): void {
  sqlite.exec(`BEGIN; ${sql}; PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${version}; COMMIT`);
}

/**
 * Writes everything into a new file with today's tables, which then takes the old one's place: whatever goes wrong on the
 * way, that is as it was.
 */
function migrate(path: string, old: DatabaseSync, schema: FileSchema): Database {
  // What is in its log gets into the file, for others to read. Who else comes is told that it is in use, until the new one is
  // in its place. The lock on it is only let go with the next statement.
  try {
    old.exec(
      "PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT 1 FROM sqlite_schema; BEGIN IMMEDIATE",
    );
  } catch (error) {
    throw new Error(explain(path, error), { cause: error });
  }
  const next = `${path}.next`;
  const forget = () => {
    for (const file of [next, `${next}-wal`, `${next}-journal`]) if (existsSync(file)) rmSync(file);
  };
  forget();
  const fresh = open(next);
  try {
    create(fresh, schema);
    fresh.prepare("ATTACH ? AS old").run(path);
    const db = databaseOf(fresh, true);
    db.script("PRAGMA foreign_keys = OFF");
    db.transaction(() => withoutTriggers(db, () => copyRows(db)));
    fresh.exec("DETACH old");
    fresh.close();
    renameSync(next, path);
  } catch (error) {
    if (fresh.isOpen) fresh.close();
    forget();
    throw new Error(`${path} is of an older version, and can't be brought up to date: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  old.close();
  return openFile(path, schema);
}

function copyRows(db: Database): void {
  const before = new Map(tablesOf(db, "old").map(({ name, columns }) => [name, new Set(columns)]));
  const numbersLast = tablesOf(db).sort(
    (a, b) => Number(a.name.startsWith("sqlite_")) - Number(b.name.startsWith("sqlite_")),
  );
  for (const { name, columns } of numbersLast) {
    const shared = columns.filter((column) => before.get(name)?.has(column)).join(", ");
    db.run(`DELETE FROM main.${name}`);
    if (shared !== "") db.run(`INSERT INTO main.${name} (${shared}) SELECT ${shared} FROM old.${name} ORDER BY rowid`);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
