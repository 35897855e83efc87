import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import * as z from "zod/mini";
import { SCHEMA } from "./schema.ts";

/** The service's state: one SQLite database, read through schemas. */
export interface Database {
  /** Every row of a query. */
  all<T>(row: z.ZodMiniType<T>, sql: string, ...values: SQLInputValue[]): T[];
  /** The first row of a query, if there is one. */
  get<T>(row: z.ZodMiniType<T>, sql: string, ...values: SQLInputValue[]): T | undefined;
  /** Changes rows. */
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number };
  /** Does all or nothing. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Opens an empty database in memory. */
export function openDatabase(): Database {
  const sqlite = new DatabaseSync(":memory:");
  sqlite.exec(SCHEMA);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const known = statements.get(sql) ?? sqlite.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    all: (row, sql, ...values) => z.parse(z.array(row), prepare(sql).all(...values)),
    get: (row, sql, ...values) => z.parse(z.optional(row), prepare(sql).get(...values)),
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...values);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
    transaction: (work) => {
      sqlite.exec("SAVEPOINT work");
      try {
        const result = work();
        sqlite.exec("RELEASE work");
        return result;
      } catch (error) {
        sqlite.exec("ROLLBACK TO work; RELEASE work");
        throw error;
      }
    },
    close: () => sqlite.close(),
  };
}

/** Which part of a list is wanted. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** A part of a list, and how long the whole list is. */
export interface Part<T> {
  readonly rows: T[];
  readonly total: number;
}

/**
 * Reads a part of a list.
 * @param query what follows SELECT: `* FROM hooks WHERE repository_id = ? ORDER BY id`
 */
export function readPart<T>(
  db: Database,
  row: z.ZodMiniType<T>,
  query: string,
  values: readonly SQLInputValue[],
  window: Window,
): Part<T> {
  const rows = db.all(row, `SELECT ${query} LIMIT ? OFFSET ?`, ...values, window.limit, window.offset);
  const total = db.get(Count, `SELECT count(*) AS count FROM (SELECT ${query})`, ...values)?.count ?? 0;
  return { rows, total };
}

/** SQLite has no booleans: 0 and 1. */
export const flag = () =>
  z.pipe(
    z.int(),
    z.transform((value) => value !== 0),
  );

/** A column that holds JSON. */
export const json = <T>(schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => JSON.parse(text)),
    ),
    schema,
  );

/** A row with one number named `count`. */
export const Count = z.object({ count: z.int() });

/** A row of which only its existence matters. */
export const Anything = z.looseObject({});
