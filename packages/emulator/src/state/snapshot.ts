import type { SQLInputValue } from "node:sqlite";
import * as z from "zod/mini";
import type { Snapshot } from "../public.ts";
import type { Database } from "./database.ts";
import { SCHEMA_VERSION } from "./schema.ts";
import { tablesOf, withoutTriggers } from "./tables.ts";

/** Bytes, as JSON has them. */
const Bytes = z.strictObject({ base64: z.string() });

/** A value of a row, as JSON has it. */
const Value = z.union([z.string(), z.number(), z.null(), Bytes]);

const Row = z.record(z.string(), z.unknown());

/** How far the clock is ahead is no part of the state: a snapshot says what time it was. */
const stateTables = (db: Database) => tablesOf(db).filter(({ name }) => name !== "clock");

/** Every row of every table. */
export function takeTables(db: Database): Snapshot["tables"] {
  const tables = stateTables(db).map(({ name, columns }) => {
    const rows = db.all(Row, `SELECT ${columns.join(", ")} FROM ${name} ORDER BY rowid`);
    return [name, { columns, rows: rows.map((row) => columns.map((column) => toJson(row[column]))) }];
  });
  return Object.fromEntries(tables);
}

/**
 * Puts rows in the place of all that is there. Columns that the rows don't have get their defaults.
 * @throws Error in one line where they don't fit; then all is as it was
 */
export function putTables(db: Database, tables: Snapshot["tables"]): void {
  // What has happened until now is told of in the state that goes.
  db.settle();
  // What refers to something may come before it, and what is deleted must not take anything along.
  db.script("PRAGMA foreign_keys = OFF");
  try {
    db.transaction(() => withoutTriggers(db, () => replaceRows(db, tables)));
  } finally {
    db.script("PRAGMA foreign_keys = ON");
  }
}

function replaceRows(db: Database, tables: Snapshot["tables"]): void {
  const known = new Map(stateTables(db).map(({ name, columns }) => [name, new Set(columns)]));
  for (const name of known.keys()) db.run(`DELETE FROM ${name}`);
  // Rows give out numbers as they come; what had been given out before goes last.
  const inOrder = Object.entries(tables).sort(
    ([a], [b]) => Number(a.startsWith("sqlite_")) - Number(b.startsWith("sqlite_")),
  );
  for (const [name, { columns, rows }] of inOrder) {
    const strange = known.has(name) ? columns.find((column) => !known.get(name)?.has(column)) : undefined;
    if (!known.has(name) || strange !== undefined) {
      throw new RangeError(
        `A snapshot of this service has no ${strange === undefined ? "" : `${strange} in `}${name}.`,
      );
    }
    if (name === "sqlite_sequence") db.run("DELETE FROM sqlite_sequence");
    const sql = `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
    for (const row of rows) db.run(sql, ...row.map((value) => fromJson(name, value)));
  }
  const [broken] = db.all(z.object({ table: z.string() }), "PRAGMA foreign_key_check");
  if (broken) throw new RangeError(`A row of ${broken.table} refers to what is not in the snapshot.`);
}

function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;
}

function fromJson(table: string, value: unknown): SQLInputValue {
  const known = z.safeParse(Value, value);
  if (!known.success) throw new RangeError(`A row of ${table} has a value that no column can hold.`);
  return typeof known.data === "object" && known.data !== null ? Buffer.from(known.data.base64, "base64") : known.data;
}

/** @throws RangeError on a snapshot that a newer version took, or a service with another vendor's names */
export function checkSnapshot({ version, dialect }: Snapshot, own: string): void {
  if (version > SCHEMA_VERSION) {
    throw new RangeError(
      `The snapshot is of version ${version}, and this service knows those up to ${SCHEMA_VERSION}.`,
    );
  }
  if (dialect !== own)
    throw new RangeError(`The snapshot is in the dialect ${dialect}, and this service speaks ${own}.`);
}
