import type { SQLInputValue } from "node:sqlite";
import * as z from "zod/mini";

/** A column of a table or query: how SQLite stores its values, and how they are read. */
export interface Column<T> {
  readonly storage: "INTEGER" | "REAL" | "TEXT" | "BLOB";
  /** Further SQL: `PRIMARY KEY`, `COLLATE NOCASE`, `REFERENCES accounts ON DELETE CASCADE`. */
  readonly constraint?: string;
  readonly isNullable?: boolean;
  /**
   * Returns the value of what is stored.
   * @throws if that isn't a value of the column
   */
  read(stored: SQLInputValue | undefined): T;
  /** Returns what is stored for a value other than null. */
  write(value: NonNullable<T>): SQLInputValue;
}

/** Columns by name. */
export type ColumnSet = Readonly<Record<string, Column<unknown>>>;

/** The values of columns. */
export type ValuesOf<C extends ColumnSet> = { [K in keyof C]: ReturnType<C[K]["read"]> };

const ASSIGNED = "PRIMARY KEY AUTOINCREMENT";

function storedIn<T extends SQLInputValue>(
  storage: Column<T>["storage"],
  isValue: (stored: unknown) => stored is T,
): Column<T> {
  return {
    storage,
    read(stored) {
      if (isValue(stored)) return stored;
      throw new TypeError(`Expected a value of type ${storage}, got ${stored === null ? "null" : typeof stored}.`);
    },
    write: (value) => value,
  };
}

const isInteger = (stored: unknown): stored is number => Number.isSafeInteger(stored);
const [TEXT, INTEGER, REAL, BLOB] = [
  storedIn("TEXT", (stored) => typeof stored === "string"),
  storedIn("INTEGER", isInteger),
  storedIn("REAL", (stored) => typeof stored === "number"),
  storedIn("BLOB", (stored) => stored instanceof Uint8Array),
];

/** A whole number. */
export const integer = () => INTEGER;

/** A number with fractions. */
export const real = () => REAL;

/** A column of bytes. */
export const bytes = () => BLOB;

/** A string; those that a schema accepts, if one is given. */
export function text(): Column<string>;
export function text<T extends string>(schema: z.ZodMiniType<T>): Column<T>;
export function text(schema?: z.ZodMiniType<string>): Column<string> {
  return schema ? { ...TEXT, read: (stored) => z.parse(schema, stored) } : TEXT;
}

/** One of some strings. */
export function oneOf<const T extends string>(values: readonly T[]): Column<T> {
  const isValue = (stored: unknown): stored is T => values.some((value) => value === stored);
  return storedIn("TEXT", isValue);
}

/** The id that SQLite assigns to a row. No other row ever gets it, so ids sort by age. */
export const rowId = (): Column<number> => ({ ...INTEGER, constraint: ASSIGNED });

/** The table's key, if it is a single column. */
export function key<T>(column: Column<T>): Column<T> {
  return { ...column, constraint: ["PRIMARY KEY", column.constraint].filter(Boolean).join(" ") };
}

/** A name that users type; it compares case-insensitively. */
export const typedName = (): Column<string> => ({ ...TEXT, constraint: "COLLATE NOCASE" });

/**
 * The key of a row of another table.
 * @param onDelete what happens when that row is deleted
 */
export const reference = (
  table: string,
  onDelete: "CASCADE" | "SET NULL" | "NO ACTION" = "CASCADE",
): Column<number> => ({ ...INTEGER, constraint: `REFERENCES ${table} ON DELETE ${onDelete}` });

/** A boolean column, stored as 0 or 1. */
export const flag = (): Column<boolean> => ({
  storage: "INTEGER",
  read: (stored) => INTEGER.read(stored) !== 0,
  write: Number,
});

/** A column that stores JSON. */
export const json = <T>(schema: z.ZodMiniType<T>): Column<T> => ({
  storage: "TEXT",
  read: (stored) => z.parse(schema, JSON.parse(TEXT.read(stored))),
  write: (value) => JSON.stringify(value),
});

/** A column that may be null. */
export const nullable = <T>(column: Column<T>): Column<T | null> => ({
  ...column,
  isNullable: true,
  read: (stored) => (stored === null ? null : column.read(stored)),
});

/** Returns the SQL that declares a column: `name TEXT NOT NULL COLLATE NOCASE`. */
export function declareColumn(name: string, { storage, constraint, isNullable }: Column<unknown>): string {
  return [name, storage, !isNullable && "NOT NULL", constraint].filter(Boolean).join(" ");
}

/** Whether SQLite assigns a column's values. */
export const isAssigned = (column: Column<unknown> | undefined) => column?.constraint === ASSIGNED;

/** Whether a column is the table's key. */
export const isKey = (column: Column<unknown> | undefined) => column?.constraint?.startsWith("PRIMARY KEY") ?? false;

/** Reads the rows of a query. */
export interface RowReader<T> {
  /**
   * Returns the values of a row.
   * @throws if a column is missing, or stores something else than its values
   */
  read(found: Readonly<Record<string, SQLInputValue>>): T;
}

/** The values of a row. */
export type RowOf<R extends RowReader<unknown>> = ReturnType<R["read"]>;

/** The rows of a table or query. */
export interface RowShape<C extends ColumnSet> extends RowReader<ValuesOf<C>> {
  readonly columns: C;
}

/** Declares the rows of a query by their columns. Others that the query selects are left out. */
export function row<const C extends ColumnSet>(columns: C): RowShape<C> {
  const entries = Object.entries(columns);
  return {
    columns,
    read(found) {
      const values = {};
      readColumns<C>(entries, found, values);
      return values;
    },
  };
}

function readColumns<C extends ColumnSet>(
  entries: readonly (readonly [string, Column<unknown>])[],
  found: Readonly<Record<string, SQLInputValue>>,
  values: Record<string, unknown>,
): asserts values is ValuesOf<C> {
  let current = "";
  try {
    for (const [name, column] of entries) {
      current = name;
      values[name] = column.read(found[name]);
    }
  } catch (error) {
    throw new TypeError(`The column ${current} can't be read.`, { cause: error });
  }
}

const StoredValues = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A row of another table as JSON, with the values that SQLite stores. */
export const storedRow = <C extends ColumnSet>({ columns, read }: RowShape<C>): Column<ValuesOf<C>> => ({
  storage: "TEXT",
  read: (stored) => read(z.parse(StoredValues, JSON.parse(TEXT.read(stored)))),
  write: (values) =>
    JSON.stringify(values, (name, value) => (value === null ? null : (columns[name]?.write(value) ?? value))),
});
