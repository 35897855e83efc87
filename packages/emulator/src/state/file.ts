import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";
import { type Database, wrapSqlite } from "./database.ts";
import { listTables, withoutTriggers } from "./tables.ts";

/** SQL that creates the tables of a file, with its version. */
export interface FileSchema {
  readonly sql: string;
  readonly version: number;
}

/** SQLite application id of the emulator's files: "Forg" in ASCII. */
const APPLICATION_ID = 0x466f7267;

/**
 * Opens a state file. A missing file is created, an older version is migrated. The file is locked exclusively until it
 * is closed.
 * @throws Error with a one-line message if another process uses the file, another program wrote it, or its version is
 * newer
 */
export function openFile(path: string, schema: FileSchema): Database {
  const sqlite = openExclusive(path);
  try {
    const { application, version, tables } = readHeader(sqlite);
    if (application === APPLICATION_ID && version > schema.version) {
      throw new Error(`${path} was written by a newer version of the emulator. Use that version, or another file.`);
    }
    if (application !== APPLICATION_ID && (application !== 0 || tables > 0)) throw new Error(foreignFileMessage(path));
    if (tables === 0) create(sqlite, schema);
    else if (version < schema.version) return migrate(path, sqlite, schema);
    return wrapSqlite(sqlite, true);
  } catch (error) {
    if (sqlite.isOpen) sqlite.close();
    throw isFileError(error) ? new Error(openErrorMessage(path, error), { cause: error }) : error;
  }
}

function openExclusive(path: string): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    // The file contains tokens and secrets, so a new one is readable by its owner only. An existing file is left to
    // SQLite: closing it here would release all locks that this process has on it.
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    sqlite = new DatabaseSync(path);
    // Written data must survive a crash of this process, so it goes to the write-ahead log. The lock is held until the
    // file is closed or the process ends.
    sqlite.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    sqlite.exec("BEGIN IMMEDIATE; COMMIT");
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw new Error(openErrorMessage(path, error), { cause: error });
  }
}

/** System errors have a string code; SQLite errors also have a number. */
const FileError = z.object({ code: z.string(), errcode: z.optional(z.int()) });

/** SQLite's result codes for files that it can't open. */
const [BUSY, READ_ONLY, CORRUPT, CANNOT_OPEN, NO_DATABASE] = [5, 8, 11, 14, 26];

const isFileError = (error: unknown) => z.safeParse(FileError, error).success;

function openErrorMessage(path: string, error: unknown): string {
  const fileError = z.safeParse(FileError, error);
  const { code, errcode = 0 } = fileError.success ? fileError.data : { code: "" };
  // The primary result code is the lowest byte.
  const number = errcode % 256;
  if (number === BUSY) {
    return `${path} is in use by another process. Stop that process, or use another file.`;
  }
  if (number === NO_DATABASE || number === CORRUPT) return foreignFileMessage(path);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return `${path} must be a file, got a directory.`;
  if (code === "ENOENT" || code === "ENOTDIR") return `${path} can't be created: its directory must exist.`;
  if (number === READ_ONLY || number === CANNOT_OPEN || ["EACCES", "EPERM", "EROFS"].includes(code)) {
    return `${path} and its directory must be writable.`;
  }
  return `${path} can't be used: ${error instanceof Error ? error.message : String(error)}.`;
}

const foreignFileMessage = (path: string) => `${path} is not a state file of the emulator. Use another file.`;

const FileHeader = z.object({ application: z.int(), version: z.int(), tables: z.int() });

function readHeader(sqlite: DatabaseSync): z.output<typeof FileHeader> {
  const row = sqlite
    .prepare(
      `SELECT (SELECT application_id FROM pragma_application_id) AS application,
         (SELECT user_version FROM pragma_user_version) AS version, (SELECT count(*) FROM sqlite_schema) AS tables`,
    )
    .get();
  return z.parse(FileHeader, row);
}

function create(sqlite: DatabaseSync, { sql, version }: FileSchema): void {
  sqlite.exec(`BEGIN; ${sql}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}; COMMIT`);
}

/**
 * Copies everything into a new file with the current tables, which then replaces the old file. If anything fails, the
 * old file stays unchanged.
 */
function migrate(path: string, old: DatabaseSync, schema: FileSchema): Database {
  // Moves the log's contents into the file so that the new connection can read them. Other processes see the file as
  // locked until the new one replaces it: SQLite releases the exclusive lock only with the next statement.
  try {
    old.exec(
      "PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT 1 FROM sqlite_schema; BEGIN IMMEDIATE",
    );
  } catch (error) {
    throw new Error(openErrorMessage(path, error), { cause: error });
  }
  const temporaryPath = `${path}.next`;
  const removeTemporaryFiles = () => {
    for (const file of [temporaryPath, `${temporaryPath}-wal`, `${temporaryPath}-journal`])
      if (existsSync(file)) rmSync(file);
  };
  removeTemporaryFiles();
  const migrated = openExclusive(temporaryPath);
  try {
    create(migrated, schema);
    migrated.prepare("ATTACH ? AS old").run(path);
    const db = wrapSqlite(migrated, true);
    db.exec("PRAGMA foreign_keys = OFF");
    db.transaction(() => withoutTriggers(db, () => copyRows(db)));
    migrated.exec("DETACH old");
    migrated.close();
    renameSync(temporaryPath, path);
  } catch (error) {
    if (migrated.isOpen) migrated.close();
    removeTemporaryFiles();
    throw new Error(`${path} was written by an older version and can't be migrated: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  old.close();
  return openFile(path, schema);
}

function copyRows(db: Database): void {
  const before = new Map(listTables(db, "old").map(({ name, columns }) => [name, new Set(columns)]));
  const sequenceTableLast = listTables(db).sort(
    (a, b) => Number(a.name.startsWith("sqlite_")) - Number(b.name.startsWith("sqlite_")),
  );
  for (const { name, columns } of sequenceTableLast) {
    const shared = columns.filter((column) => before.get(name)?.has(column)).join(", ");
    db.run(`DELETE FROM main.${name}`);
    if (shared !== "") db.run(`INSERT INTO main.${name} (${shared}) SELECT ${shared} FROM old.${name} ORDER BY rowid`);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
