import type { SQLInputValue } from "node:sqlite";
import {
  type Column,
  type ColumnSet,
  declareColumn,
  isAssigned,
  isKey,
  type RowShape,
  row,
  type rowId,
  type ValuesOf,
} from "./columns.ts";
import { type Database, exists, type PageRange, queryCount, queryPage, type RowPage } from "./database.ts";

/** Columns that a new row may leave out: nullable ones, and the number that SQLite assigns. */
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
export interface TableRules<C extends ColumnSet> {
  /** Key of several columns. */
  readonly key?: readonly (keyof C & string)[];
  readonly unique?: readonly (readonly (keyof C & string)[])[];
  /** Columns or expressions of indexes, by name. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Further constraints in SQL: `CHECK (length(name) > 0)`. */
  readonly constraints?: readonly string[];
  /** Statements that belong to the table: triggers, views, partial indexes, tables without a declaration. */
  readonly more?: string;
}

/** A row, the columns by which an existing one is found, and those that are changed. */
type PutArguments<R> = [row: NewRow<R>, by?: readonly (keyof R & string)[], changed?: readonly (keyof R & string)[]];

/** A table of the state. */
export interface Table<C extends ColumnSet, R extends object = ValuesOf<C>> extends RowShape<C> {
  readonly name: string;
  /** SQL that creates it. */
  readonly sql: string;
  /** SQL that must run when all tables exist. */
  readonly more: string;
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
   * Adds a row, or changes the one with the same values in the columns `by`: by default the table's key.
   * @param given the row, `by`, and the columns that are changed: by default all that are given
   */
  put(db: Database, ...given: PutArguments<R>): void;
  /** Like `put`, and returns the row as stored. */
  putReturning(db: Database, ...given: PutArguments<R>): R;
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

/** Declares a table: its SQL, the type of its rows, and the statements that read and write them. */
export function table<const C extends ColumnSet>(name: string, columns: C, rules: TableRules<C> = {}): Table<C> {
  const rowShape = row(columns);
  const byName = new Map<string, Column<unknown>>(Object.entries(columns));
  /** SQL by what it does and the columns that it names. */
  const texts = new Map<string, string>();
  const sqlFor = (verb: string, names: readonly string[], make: () => string) => {
    const key = `${verb} ${names.join()}`;
    const text = texts.get(key) ?? make();
    texts.set(key, text);
    return text;
  };
  const encode = (given: object) => {
    const found = store(byName, given, {});
    return { names: Object.keys(found), values: Object.values(found) };
  };
  // SQLite's IS compares like =, and matches NULL.
  const condition = (names: readonly string[]) => names.map((column) => `${column} IS ?`).join(" AND ") || "TRUE";
  const selected = (filter: object) => {
    const { names, values } = encode(filter);
    return { sql: sqlFor("where", names, () => condition(names)), values };
  };
  /** Like `selected`, but nothing that is missing can select more rows than intended. */
  const matching = (match: object) => {
    const unknown = Object.entries(match).find(([column, value]) => value === undefined || !byName.has(column));
    if (unknown) throw new TypeError(`Rows of ${name} can't be selected by ${unknown[0]}, which is undefined.`);
    return selected(match);
  };
  const into = (names: readonly string[]) =>
    `INTO ${name} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  const newByName = new Map([...byName].filter(([, column]) => !isAssigned(column)));
  const intoNew = into([...newByName.keys()]);
  const absent = Object.fromEntries([...newByName.keys()].map((column) => [column, null]));
  /** Returns what is stored for a new row, except what SQLite assigns. */
  const storedNew = (given: object) => store(newByName, given, { ...absent });
  /** The key that SQLite assigns where a new row has none. */
  const numberKey = Object.keys(columns).find(
    (column) => isKey(columns[column]) && columns[column]?.storage === "INTEGER",
  );
  const upsert = (given: object, by = keyOf(columns, rules), changed?: readonly string[]) => {
    const { names, values } = encode(given);
    const changes = changed ?? names.filter((column) => !by.includes(column));
    const sql = sqlFor(`put ${by.join()} ${changes.join()}`, names, () => {
      const set = changes.map((column) => `${column} = excluded.${column}`).join(", ");
      return `INSERT ${into(names)} ON CONFLICT (${by.join(", ")}) DO UPDATE SET ${set}`;
    });
    return { sql, values };
  };
  return {
    ...rowShape,
    name,
    sql: createTable(name, columns, rules),
    more: rules.more ?? "",
    insert(db, given) {
      const found = storedNew(given);
      const { id } = db.run(`INSERT ${intoNew}`, ...Object.values(found));
      return rowShape.read(numberKey === undefined ? found : { ...found, [numberKey]: id });
    },
    add(db, given) {
      return db.run(`INSERT OR IGNORE ${intoNew}`, ...Object.values(storedNew(given))).changes > 0;
    },
    put(db, ...given) {
      const { sql, values } = upsert(...given);
      db.run(sql, ...values);
    },
    putReturning(db, ...given) {
      const { sql, values } = upsert(...given);
      return db.write(rowShape, `${sql} RETURNING *`, ...values);
    },
    find(db, match) {
      const { sql, values } = matching(match);
      return db.get(rowShape, `SELECT * FROM ${name} WHERE ${sql}`, ...values);
    },
    first(db, filter, order) {
      const { sql, values } = selected(filter);
      return db.get(rowShape, `SELECT * FROM ${name} WHERE ${sql} ORDER BY ${order} LIMIT 1`, ...values);
    },
    has(db, match) {
      const { sql, values } = matching(match);
      return exists(db, `SELECT 1 FROM ${name} WHERE ${sql}`, ...values);
    },
    all(db, filter, order = "rowid") {
      const { sql, values } = selected(filter);
      return db.all(rowShape, `SELECT * FROM ${name} WHERE ${sql} ORDER BY ${order}`, ...values);
    },
    page(db, filter, order, range) {
      const { sql, values } = selected(filter);
      return queryPage(db, rowShape, `* FROM ${name} WHERE ${sql} ORDER BY ${order}`, values, range);
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
}

/** Adds what is stored for the columns that are given. */
function store(
  columns: ReadonlyMap<string, Column<unknown>>,
  given: object,
  found: Record<string, SQLInputValue>,
): Readonly<Record<string, SQLInputValue>> {
  for (const [name, value] of Object.entries(given)) {
    const column = columns.get(name);
    if (value !== undefined && column) found[name] = value === null ? null : column.write(value);
  }
  return found;
}

/** The columns of a table's key. */
function keyOf<C extends ColumnSet>(columns: C, { key }: TableRules<C>): readonly string[] {
  return key ?? Object.keys(columns).filter((column) => isKey(columns[column]));
}

function createTable<C extends ColumnSet>(name: string, columns: C, rules: TableRules<C>): string {
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
