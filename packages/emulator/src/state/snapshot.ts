import type { SQLInputValue } from "node:sqlite";
import * as z from "zod/mini";
import type { Snapshot } from "../public.ts";
import { type RowReader, row, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { SCHEMA_VERSION } from "./schema.ts";
import { listTables, withoutTriggers } from "./tables.ts";

/** Bytes in JSON. */
const Bytes = z.strictObject({ base64: z.string() });

/** A column's value in JSON. */
const Value = z.union([z.string(), z.number(), z.null(), Bytes]);

const StoredRow: RowReader<Readonly<Record<string, SQLInputValue>>> = { read: (found) => found };

/** The clock's offset is not part of the state: a snapshot stores its own time. */
const stateTables = (db: Database) => listTables(db).filter(({ name }) => name !== "clock");

/** Returns every row of every table. */
export function dumpTables(db: Database): Snapshot["tables"] {
  const tables = stateTables(db).map(({ name, columns }) => {
    const rows = db.all(StoredRow, `SELECT ${columns.join(", ")} FROM ${name} ORDER BY rowid`);
    return [name, { columns, rows: rows.map((row) => columns.map((column) => toJson(row[column]))) }];
  });
  return Object.fromEntries(tables);
}

/**
 * Replaces all rows of the database. Missing columns get their defaults.
 * @throws Error with a one-line message if the rows don't fit; the database is then unchanged
 */
export function restoreTables(db: Database, tables: Snapshot["tables"]): void {
  // Deferred tasks belong to the state that is replaced.
  db.flushDeferred();
  // Rows can come before the rows that they refer to, and deleting must not cascade.
  db.exec("PRAGMA foreign_keys = OFF");
  try {
    db.transaction(() => withoutTriggers(db, () => replaceRows(db, tables)));
  } finally {
    db.exec("PRAGMA foreign_keys = ON");
  }
}

function replaceRows(db: Database, tables: Snapshot["tables"]): void {
  const columnsByTable = new Map(stateTables(db).map(({ name, columns }) => [name, new Set(columns)]));
  for (const name of columnsByTable.keys()) db.run(`DELETE FROM ${name}`);
  // Inserting rows assigns ids, so SQLite's table of assigned ids comes last.
  const inOrder = Object.entries(tables).sort(
    ([a], [b]) => Number(a.startsWith("sqlite_")) - Number(b.startsWith("sqlite_")),
  );
  for (const [name, { columns, rows }] of inOrder) {
    const isKnown = columnsByTable.has(name);
    const unknownColumn = isKnown ? columns.find((column) => !columnsByTable.get(name)?.has(column)) : undefined;
    if (!isKnown || unknownColumn !== undefined) {
      throw new RangeError(
        `The snapshot has an unknown ${unknownColumn === undefined ? "table: " : `column: ${unknownColumn} in `}${name}.`,
      );
    }
    if (name === "sqlite_sequence") db.run("DELETE FROM sqlite_sequence");
    const sql = `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
    for (const row of rows) db.run(sql, ...row.map((value) => fromJson(name, value)));
  }
  const [broken] = db.all(row({ table: text() }), "PRAGMA foreign_key_check");
  if (broken) throw new RangeError(`A row of ${broken.table} refers to a row that the snapshot lacks.`);
}

function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;
}

function fromJson(table: string, value: unknown): SQLInputValue {
  const parsed = z.safeParse(Value, value);
  if (!parsed.success) throw new RangeError(`Values of ${table} must be strings, numbers, null or { base64 }.`);
  return typeof parsed.data === "object" && parsed.data !== null
    ? Buffer.from(parsed.data.base64, "base64")
    : parsed.data;
}

/**
 * Checks that a snapshot can be restored.
 * @throws RangeError if a newer version wrote the snapshot, or its dialect is different
 */
export function checkSnapshot({ version, dialect }: Snapshot, ownDialect: string): void {
  if (version > SCHEMA_VERSION) {
    throw new RangeError(`The snapshot's version must be at most ${SCHEMA_VERSION}, got ${version}.`);
  }
  if (dialect !== ownDialect) throw new RangeError(`The snapshot's dialect must be ${ownDialect}, got ${dialect}.`);
}
