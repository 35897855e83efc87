import * as z from "zod/mini";
import type { Database } from "./database.ts";

/** A table as it is written down and read back whole. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

const Table = z.object({ name: z.string(), type: z.string() });
const Column = z.object({ name: z.string() });

/** SQLite's own, with the last number that was given out in each table. */
const NUMBERS = "sqlite_sequence";

/** Views hold nothing of their own, and shadows belong to virtual tables. */
const KEEPING = new Set(["table", "virtual"]);

/** Every table that holds something: a virtual table's rows have no number but the hidden one. */
export function tablesOf(db: Pick<Database, "all">, schema = "main"): TableShape[] {
  return db
    .all(Table, "SELECT name, type FROM pragma_table_list WHERE schema = ? ORDER BY name", schema)
    .filter(({ name, type }) => KEEPING.has(type) && (!name.startsWith("sqlite_") || name === NUMBERS))
    .map(({ name, type }) => {
      const columns = db
        .all(Column, "SELECT name FROM pragma_table_info(?, ?)", name, schema)
        .map((column) => column.name);
      return { name, columns: type === "virtual" ? ["rowid", ...columns] : columns };
    });
}

const Trigger = z.object({ name: z.string(), sql: z.string() });

/** Does something while no trigger adds to it: what triggers did is in what is written already. */
export function withoutTriggers(db: Pick<Database, "all" | "script">, work: () => void): void {
  const triggers = db.all(Trigger, "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'");
  for (const { name } of triggers) db.script(`DROP TRIGGER main.${name}`);
  work();
  for (const { sql } of triggers) db.script(sql);
}
