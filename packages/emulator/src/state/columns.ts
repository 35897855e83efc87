import type { SQLInputValue } from "node:sqlite";
import * as z from "zod/mini";

/** The SQL of a column beyond the type of its values. */
interface ColumnRule {
  /** `PRIMARY KEY`, `COLLATE NOCASE`, `REFERENCES accounts ON DELETE CASCADE`. */
  readonly constraint?: string;
  readonly isJson?: boolean;
}

const rules = z.registry<ColumnRule>();

const ASSIGNED = "PRIMARY KEY AUTOINCREMENT";

/** TableColumns of a table, or fields of a query's rows, with the types of their values. */
export type TableColumns = Readonly<Record<string, z.ZodMiniType>>;

/** The id that SQLite assigns to a row. No other row ever gets it, so ids sort by age. */
export const rowId = () => z.int().register(rules, { constraint: ASSIGNED });

/** The table's key, if it is a single column. */
export const key = <T extends z.ZodMiniType>(column: T): T => withRule(column, { constraint: "PRIMARY KEY" });

/** A name that users type; it compares case-insensitively. */
export const typedName = () => z.string().register(rules, { constraint: "COLLATE NOCASE" });

/**
 * The key of a row of another table.
 * @param onDelete what happens when that row is deleted
 */
export const reference = (table: string, onDelete: "CASCADE" | "SET NULL" | "NO ACTION" = "CASCADE") =>
  z.int().register(rules, { constraint: `REFERENCES ${table} ON DELETE ${onDelete}` });

/** A column of bytes. */
export const bytes = () => z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A boolean column, stored as 0 or 1. */
export const flag = () =>
  z.pipe(
    z.int(),
    z.transform((value) => value !== 0),
  );

/** A column that stores JSON. */
export const json = <T>(schema: z.ZodMiniType<T>) =>
  withRule(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text): unknown => JSON.parse(text)),
      ),
      schema,
    ),
    { isJson: true },
  );

function withRule<T extends z.ZodMiniType>(column: T, rule: ColumnRule): T {
  const { constraint, ...others } = rules.get(column) ?? {};
  const constraints = [rule.constraint, constraint].filter((each) => each !== undefined);
  rules.add(column, { ...others, ...rule, ...(constraints.length > 0 && { constraint: constraints.join(" ") }) });
  return column;
}

/** Returns the SQL that declares a column: `name TEXT NOT NULL COLLATE NOCASE`. */
export function declareColumn(name: string, column: z.ZodMiniType): string {
  const { inner, isNullable } = withoutNull(column);
  const constraint = rules.get(inner)?.constraint;
  return [name, storageType(inner), !isNullable && "NOT NULL", constraint].filter(Boolean).join(" ");
}

/** Whether SQLite assigns a column's values. */
export const isAssigned = (column: z.ZodMiniType | undefined) =>
  column !== undefined && rules.get(column)?.constraint === ASSIGNED;

/** Whether a column is the table's key. */
export const isKey = (column: z.ZodMiniType | undefined) =>
  column !== undefined && (rules.get(column)?.constraint?.startsWith("PRIMARY KEY") ?? false);

/** Returns the function that converts values to what a column stores. */
export function columnEncoder(name: string, column: z.ZodMiniType): (value: unknown) => SQLInputValue {
  const isJson = rules.get(withoutNull(column).inner)?.isJson ?? false;
  return (value) => {
    if (value === null) return null;
    if (isJson) return JSON.stringify(value);
    if (typeof value === "string" || typeof value === "number" || value instanceof Uint8Array) return value;
    if (typeof value === "boolean") return Number(value);
    throw new TypeError(`The column ${name} can't store a value of type ${typeof value}.`);
  };
}

function withoutNull(column: z.core.$ZodType): { readonly inner: z.core.$ZodType; readonly isNullable: boolean } {
  return column instanceof z.ZodMiniNullable
    ? { inner: column.def.innerType, isNullable: true }
    : { inner: column, isNullable: false };
}

function storageType(column: z.core.$ZodType): "INTEGER" | "REAL" | "TEXT" | "BLOB" {
  if (column instanceof z.ZodMiniPipe) return storageType(column.def.in);
  if (column instanceof z.ZodMiniNumberFormat) return "INTEGER";
  if (column instanceof z.ZodMiniNumber) return "REAL";
  return column instanceof z.ZodMiniCustom ? "BLOB" : "TEXT";
}
