import type { SQLInputValue } from "node:sqlite";
import * as z from "zod/mini";
import { columnEncoder, declareColumn, isAssigned, isKey, type rowId, type TableColumns } from "./columns.ts";
import { type Database, exists, type PageRange, queryCount, queryPage, type RowPage } from "./database.ts";

/** The rows of a table. */
export type RowOf<T extends { readonly row: z.ZodMiniType }> = z.output<T["row"]>;

/** TableColumns that a new row may leave out: nullable ones, and the number that SQLite assigns. */
type OptionalColumn<R> = {
  [K in keyof R]: null extends R[K] ? K : K extends "id" | "sequence" | "position" ? K : never;
}[keyof R];

/** The values of a new row. */
export type NewRow<R> = Omit<R, OptionalColumn<R>> & { readonly [K in OptionalColumn<R>]?: R[K] | undefined };

/** Values of some columns, which select the rows that have them. */
export type Match<R> = { readonly [K in keyof R]?: R[K] };

/** Like {@link Match}; columns that are undefined don't restrict the selection. */
export type Filter<R> = { readonly [K in keyof R]?: R[K] | undefined };

/** Uniqueness, indexes and other rules of a table. */
export interface TableRules<C extends TableColumns> {
  /** Key of several columns. */
  readonly key?: readonly (keyof C & string)[];
  readonly unique?: readonly (readonly (keyof C & string)[])[];
  /** TableColumns or expressions of indexes, by name. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Further constraints in SQL: `CHECK (length(name) > 0)`. */
  readonly constraints?: readonly string[];
  /** Statements that belong to the table: triggers, views, partial indexes, tables without a declaration. */
  readonly more?: string;
}

/** A table of the state. */
export interface Table<C extends TableColumns, R extends object = z.output<z.ZodMiniObject<C>>> {
  readonly name: string;
  /** SQL that creates it. */
  readonly sql: string;
  /** SQL that must run when all tables exist. */
  readonly more: string;
  /** Schema of its rows, for queries of several tables. */
  readonly row: z.ZodMiniObject<C>;
  /**
   * Adds a row, and returns it as stored. Its {@link rowId} is always new, so that the values can be those of another
   * row or of a request.
   */
  insert(db: Database, row: NewRow<R>): R;
  /**
   * Adds a row unless one with its key exists.
   * @returns whether it was added
   */
  add(db: Database, row: NewRow<R>): boolean;
  /**
   * Adds a row, or changes the one with the same values in the columns `by`; by default the table's key.
   * @param changed columns that are changed; all given ones by default
   */
  put(db: Database, row: NewRow<R>, by?: readonly (keyof R & string)[], changed?: readonly (keyof R & string)[]): R;
  find(db: Database, match: Match<R>): R | undefined;
  /** Returns the first of the rows that match, in an order as for `all`. */
  first(db: Database, filter: Filter<R>, order: string): R | undefined;
  has(db: Database, match: Match<R>): boolean;
  /** @param order columns to sort by: `starred_at DESC, user_id`; in the order of insertion by default */
  all(db: Database, filter: Filter<R>, order?: string): R[];
  page(db: Database, filter: Filter<R>, order: string, range: PageRange): RowPage<R>;
  count(db: Database, filter: Filter<R>): number;
  /** @returns the number of changed rows */
  update(db: Database, match: Match<R>, changes: Filter<R>): number;
  /** @returns the number of deleted rows */
  delete(db: Database, match: Match<R>): number;
}

const declared = new WeakSet<object>();

/** Declares a table: its SQL, the type of its rows, and the statements that read and write them. */
export function table<const C extends TableColumns>(name: string, columns: C, rules: TableRules<C> = {}): Table<C> {
  const row = z.object(columns);
  const encoders = new Map(Object.entries(columns).map(([column, schema]) => [column, columnEncoder(column, schema)]));
  /** SQL by what it does and the columns that it names. */
  const texts = new Map<string, string>();
  const sqlFor = (verb: string, names: readonly string[], make: () => string) => {
    const key = `${verb} ${names.join()}`;
    const text = texts.get(key) ?? make();
    texts.set(key, text);
    return text;
  };
  /** The names and stored values of the columns that are given. */
  const encode = (given: object) => {
    const names: string[] = [];
    const values: SQLInputValue[] = [];
    for (const [column, value] of Object.entries(given)) {
      const encoder = encoders.get(column);
      if (value === undefined || !encoder) continue;
      names.push(column);
      values.push(encoder(value));
    }
    return { names, values };
  };
  // SQLite's IS compares like =, and matches NULL.
  const condition = (names: readonly string[]) => names.map((column) => `${column} IS ?`).join(" AND ") || "TRUE";
  const selected = (filter: object) => {
    const { names, values } = encode(filter);
    return { sql: sqlFor("where", names, () => condition(names)), values };
  };
  /** Like `selected`, but nothing that is missing can select more rows than intended. */
  const matching = (match: object) => {
    const unknown = Object.entries(match).find(([column, value]) => value === undefined || !encoders.has(column));
    if (unknown) throw new TypeError(`Rows of ${name} can't be selected by ${unknown[0]}, which is undefined.`);
    return selected(match);
  };
  const into = (names: readonly string[]) =>
    `INTO ${name} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  const assigned = Object.keys(columns).filter((column) => isAssigned(columns[column]));
  const encodeNew = (given: object) => {
    const { names, values } = encode(given);
    const index = names.findIndex((column) => assigned.includes(column));
    return index < 0 ? { names, values } : { names: names.toSpliced(index, 1), values: values.toSpliced(index, 1) };
  };
  const declaration: Table<C> = {
    name,
    sql: createTable(name, columns, rules),
    more: rules.more ?? "",
    row,
    insert(db, given) {
      const { names, values } = encodeNew(given);
      return db.write(
        row,
        sqlFor("insert", names, () => `INSERT ${into(names)} RETURNING *`),
        ...values,
      );
    },
    add(db, given) {
      const { names, values } = encodeNew(given);
      return (
        db.run(
          sqlFor("add", names, () => `INSERT OR IGNORE ${into(names)}`),
          ...values,
        ).changes > 0
      );
    },
    put(db, given, by, changed) {
      const { names, values } = encode(given);
      const sameColumns: readonly string[] = by ?? keyOf(columns, rules);
      const changes = changed ?? names.filter((column) => !sameColumns.includes(column));
      const sql = sqlFor(`put ${sameColumns.join()} ${changes.join()}`, names, () => {
        const set = changes.map((column) => `${column} = excluded.${column}`).join(", ");
        return `INSERT ${into(names)} ON CONFLICT (${sameColumns.join(", ")}) DO UPDATE SET ${set} RETURNING *`;
      });
      return db.write(row, sql, ...values);
    },
    find(db, match) {
      const { sql, values } = matching(match);
      return db.get(row, `SELECT * FROM ${name} WHERE ${sql}`, ...values);
    },
    first(db, filter, order) {
      const { sql, values } = selected(filter);
      return db.get(row, `SELECT * FROM ${name} WHERE ${sql} ORDER BY ${order} LIMIT 1`, ...values);
    },
    has(db, match) {
      const { sql, values } = matching(match);
      return exists(db, `SELECT 1 FROM ${name} WHERE ${sql}`, ...values);
    },
    all(db, filter, order = "rowid") {
      const { sql, values } = selected(filter);
      return db.all(row, `SELECT * FROM ${name} WHERE ${sql} ORDER BY ${order}`, ...values);
    },
    page(db, filter, order, range) {
      const { sql, values } = selected(filter);
      return queryPage(db, row, `* FROM ${name} WHERE ${sql} ORDER BY ${order}`, values, range);
    },
    count(db, filter) {
      const { sql, values } = selected(filter);
      return queryCount(db, `SELECT count(*) AS count FROM ${name} WHERE ${sql}`, ...values);
    },
    update(db, match, changes) {
      const set = encode(changes);
      if (set.names.length === 0) return 0;
      const { sql, values } = matching(match);
      const assignments = set.names.map((column) => `${column} = ?`).join(", ");
      return db.run(`UPDATE ${name} SET ${assignments} WHERE ${sql}`, ...set.values, ...values).changes;
    },
    delete(db, match) {
      const { sql, values } = matching(match);
      return db.run(`DELETE FROM ${name} WHERE ${sql}`, ...values).changes;
    },
  };
  declared.add(declaration);
  return declaration;
}

/** Whether an export of a module is a table. */
export const isTable = (value: unknown): value is Pick<Table<TableColumns>, "name" | "sql" | "more"> =>
  typeof value === "object" && value !== null && declared.has(value);

/** The columns of a table's key. */
function keyOf<C extends TableColumns>(columns: C, { key }: TableRules<C>): readonly (keyof C & string)[] {
  return key ?? Object.keys(columns).filter((column) => isKey(columns[column]));
}

function createTable<C extends TableColumns>(name: string, columns: C, rules: TableRules<C>): string {
  const { key, unique = [], indexes = {}, constraints = [] } = rules;
  const parts = [
    ...Object.entries(columns).map(([column, schema]) => declareColumn(column, schema)),
    ...(key ? [`PRIMARY KEY (${key.join(", ")})`] : []),
    ...unique.map((names) => `UNIQUE (${names.join(", ")})`),
    ...constraints,
  ];
  const indexSql = Object.entries(indexes).map(([index, on]) => `CREATE INDEX ${index} ON ${name} (${on});\n`);
  return `CREATE TABLE ${name} (${parts.join(", ")}) STRICT;\n${indexSql.join("")}`;
}
