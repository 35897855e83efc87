import { row, text } from "./columns.ts";
import type { Database } from "./database.ts";

/** A table with the columns that are saved and restored. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

const TableEntry = row({ name: text(), type: text() });
const Name = row({ name: text() });

/** SQLite's own table: stores the last id assigned in each table. */
const SEQUENCE_TABLE = "sqlite_sequence";

/** Views store nothing, and shadow tables belong to virtual tables. */
const STORING_TYPES = new Set(["table", "virtual"]);

/** Lists all tables that store data. The rows of a virtual table are identified by `rowid` only. */
export function listTables(db: Pick<Database, "all">, schema = "main"): TableShape[] {
  return db
    .all(TableEntry, "SELECT name, type FROM pragma_table_list WHERE schema = ? ORDER BY name", schema)
    .filter(({ name, type }) => STORING_TYPES.has(type) && (!name.startsWith("sqlite_") || name === SEQUENCE_TABLE))
    .map(({ name, type }) => {
      const columns = db
        .all(Name, "SELECT name FROM pragma_table_info(?, ?)", name, schema)
        .map((column) => column.name);
      return { name, columns: type === "virtual" ? ["rowid", ...columns] : columns };
    });
}

const Trigger = row({ name: text(), sql: text() });

/** Runs work with all triggers removed: their effects are already part of the data that is written. */
export function withoutTriggers(db: Pick<Database, "all" | "exec">, work: () => void): void {
  const triggers = db.all(Trigger, "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'");
  for (const { name } of triggers) db.exec(`DROP TRIGGER main.${name}`);
  work();
  for (const { sql } of triggers) db.exec(sql);
}
