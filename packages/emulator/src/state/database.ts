import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import * as z from "zod/mini";
import { createMemory } from "./memory.ts";

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
  /** Does something that is no part of what its caller waits for. What a transaction undoes is not done. */
  later<T>(work: Later<T>): void;
  /** Does now what was to be done later. */
  settle(): void;
  /** Runs a script, after which nothing is remembered. */
  script(sql: string): void;
  /**
   * What `make` gives, made again only once a table that it read has changed. It must depend on its key and on the
   * database alone, not on the time.
   * @param size how many things it is, for no more than so many are remembered
   */
  remember<T>(key: string, make: () => T, size?: number): T;
  /** Calls back at once whenever something may have changed in one of these tables, be it undone later. */
  watch(tables: readonly string[], listener: () => void): void;
  close(): void;
}

/** Something that is done later. */
export interface Later<T> {
  /** Looks at the state: soon, and before anything changes. */
  prepare(): T;
  /** Goes on from there, in its turn: when somebody has it settled; or within the transaction, where a file keeps the state. */
  finish(prepared: T): void;
}

/** A statement, with the tables that it reads and those that it changes, by its cascades too. */
interface Prepared {
  readonly statement: StatementSync;
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

/** Opens a database in memory, with empty tables. @param schema SQL that creates them */
export function openDatabase(schema: string): Database {
  return databaseOf(openEmpty(schema), false);
}

/** By schema, from its second use on: a copy of the empty database, which takes a sixth of the time of creating its tables. */
const emptyImages = new Map<string, Uint8Array | undefined>();

function openEmpty(schema: string): DatabaseSync {
  const sqlite = new DatabaseSync(":memory:");
  const image = emptyImages.get(schema);
  if (image !== undefined) {
    sqlite.deserialize(image);
    return sqlite;
  }
  sqlite.exec(schema);
  // Node before 24.16 has no images. A process that opens one database needs none.
  const isRepeated = emptyImages.has(schema);
  emptyImages.set(schema, isRepeated && "serialize" in sqlite ? sqlite.serialize() : undefined);
  return sqlite;
}

/** The state in an open database that has its tables. @param isKept a file keeps it */
export function databaseOf(sqlite: DatabaseSync, isKept: boolean): Database {
  sqlite.exec("PRAGMA foreign_keys = ON");
  const prepare = preparing(sqlite);
  const memory = createMemory();
  const [begin, end] = [sqlite.prepare("SAVEPOINT work"), sqlite.prepare("RELEASE work")];
  let waiting: (() => () => void)[] = [];
  let prepared: (() => void)[] = [];
  let depth = 0;
  const prepareAll = () => {
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      for (const work of now) prepared.push(work());
    }
  };
  const finishAll = () => {
    prepareAll();
    const now = prepared;
    prepared = [];
    for (const finish of now) finish();
  };
  const atOnce = <T>(work: () => T): T => {
    const before = prepared.length;
    begin.run();
    depth += 1;
    try {
      const result = work();
      end.run();
      return result;
    } catch (error) {
      waiting = [];
      prepared = prepared.slice(0, before);
      sqlite.exec("ROLLBACK TO work; RELEASE work");
      // What was remembered on the way may tell of what was undone.
      memory.forget();
      throw error;
    } finally {
      depth -= 1;
    }
  };
  const settle = () => {
    prepareAll();
    if (isKept && depth === 0 && prepared.length > 0) atOnce(finishAll);
    else finishAll();
  };
  return {
    all: (row, sql, ...values) => {
      const { statement, reads } = prepare(sql);
      memory.read(reads);
      return statement.all(...values).map((found) => z.parse(row, found));
    },
    get: (row, sql, ...values) => {
      const { statement, reads } = prepare(sql);
      memory.read(reads);
      const found = statement.get(...values);
      return found === undefined ? undefined : z.parse(row, found);
    },
    run: (sql, ...values) => {
      if (waiting.length > 0) prepareAll();
      const { statement, writes } = prepare(sql);
      const { changes, lastInsertRowid } = statement.run(...values);
      memory.changed(writes);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
    transaction: (work) => {
      // What was done before is not undone with it.
      if (isKept && depth === 0) settle();
      else prepareAll();
      return atOnce(() => {
        const result = work();
        if (isKept && depth === 1) finishAll();
        return result;
      });
    },
    later({ prepare: look, finish }) {
      // Not a tick later: what was called without waiting has not been answered by then.
      if (waiting.length === 0) setImmediate(isKept ? settle : prepareAll);
      waiting.push(() => {
        const seen = look();
        return () => finish(seen);
      });
    },
    settle,
    script: (sql) => {
      prepareAll();
      sqlite.exec(sql);
      memory.forget();
    },
    remember: memory.remember,
    watch: memory.watch,
    close: () => {
      settle();
      sqlite.close();
    },
  };
}

/** Prepares each statement once. */
function preparing(sqlite: DatabaseSync): (sql: string) => Prepared {
  const known = new Map<string, Prepared>();
  let reads = new Set<string>();
  let writes = new Set<string>();
  const everything = "setAuthorizer" in sqlite ? undefined : touchingEverything(sqlite);
  const { SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_OK } = constants;
  const isWrite = new Set([SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE]);
  // SQLite says what a statement touches while it compiles it.
  const note = (action: number, table: string | null) => {
    if (action === SQLITE_READ && table) reads.add(table);
    if (isWrite.has(action) && table) writes.add(table);
    return SQLITE_OK;
  };
  if (!everything) sqlite.setAuthorizer(note);
  return (sql) => {
    const before = known.get(sql);
    if (before) return before;
    reads = new Set();
    writes = new Set();
    const prepared = { statement: sqlite.prepare(sql), reads, writes, ...everything };
    known.set(sql, prepared);
    return prepared;
  };
}

/** Before Node 24.10 nobody can tell what a statement touches: each change is then one of whatever was read. */
function touchingEverything(sqlite: DatabaseSync): Pick<Prepared, "reads" | "writes"> {
  const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return { reads: new Set(["*"]), writes: new Set(["*", ...tables.map(({ name }) => String(name))]) };
}

/** SQLite has no booleans: 0 and 1. */
export const flag = () =>
  z.pipe(
    z.int(),
    z.transform((value) => value !== 0),
  );

/** The same to be written, of what may be unknown. */
export const flagOrNull = (value: boolean | null) => (value === null ? null : Number(value));

/** A column that holds JSON. */
export const json = <T>(schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => JSON.parse(text)),
    ),
    schema,
  );

const Anything = z.looseObject({});

/** Does a query find anything? */
export function exists(db: Database, sql: string, ...values: SQLInputValue[]): boolean {
  return db.get(Anything, sql, ...values) !== undefined;
}

const Count = z.object({ count: z.int() });

/** How many there are. @param sql what selects one number, named `count` */
export function countOf(db: Database, sql: string, ...values: SQLInputValue[]): number {
  return db.get(Count, sql, ...values)?.count ?? 0;
}

const Id = z.object({ id: z.int() });

/** The numbers of what a query finds, in its order. @param sql what selects numbers, each named `id` */
export function idsOf(db: Database, sql: string, ...values: SQLInputValue[]): number[] {
  return db.all(Id, sql, ...values).map(({ id }) => id);
}

/** Which part of a list is wanted. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** The whole of a list. */
export const EVERY: Window = { limit: -1, offset: 0 };

/** A part of a list, and how long the whole list is. */
export interface Part<T> {
  readonly rows: T[];
  readonly total: number;
}

/** Pages that begin further on are found by where their rows are: going there would look at all rows before them. */
const DEEP = 1000;

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
  const { limit, offset } = window;
  const table = offset < DEEP ? undefined : tableOf(query);
  const read = table
    ? () => rowsAt(db, row, table.name, orderOf(db, query, values, table).slice(offset, offset + limit))
    : () => db.all(row, `SELECT ${query} LIMIT ? OFFSET ?`, ...values, limit, offset);
  const rows = db.remember(`rows ${limit} ${offset} ${query} ${JSON.stringify(values)}`, read, limit);
  return { rows, total: countRows(db, query, values) };
}

/** A table whose rows a list is made of, and what the list's query calls it. */
interface Source {
  readonly name: string;
  readonly alias: string;
}

/** What a list is made of, where that is a table's rows as they are: `s.* FROM stars s JOIN ...`. */
function tableOf(query: string): Source | undefined {
  if (/\b(UNION|GROUP BY|DISTINCT)\b/.test(outermost(query))) return undefined;
  const [, alias, name] = /^(\w+)\.\* FROM (\w+) \1\b/.exec(query) ?? [];
  if (alias !== undefined && name !== undefined) return { name, alias };
  const [, only] = /^\* FROM (\w+) WHERE /.exec(query) ?? [];
  return only === undefined ? undefined : { name: only, alias: only };
}

/** A query without what is in parentheses. */
function outermost(query: string): string {
  const less = query.replace(/\([^()]*\)/g, "");
  return less === query ? query : outermost(less);
}

const Order = z.object({ ids: json(z.array(z.int())) });

/** A list's rows by their numbers in the table, in order; read from end to end once, as long as nothing changes. */
function orderOf(db: Database, query: string, values: readonly SQLInputValue[], { alias }: Source): readonly number[] {
  const from = query.slice(query.indexOf(" FROM "));
  const sql = `SELECT json_group_array(id) AS ids FROM (SELECT ${alias}.rowid AS id${from})`;
  const read = () => db.get(Order, sql, ...values)?.ids ?? [];
  return db.remember(`order ${query} ${JSON.stringify(values)}`, read, ORDER_SIZE);
}

/** An order of a hundred thousand numbers takes as much memory as so many rows. */
const ORDER_SIZE = 1000;

function rowsAt<T>(db: Database, row: z.ZodMiniType<T>, table: string, ids: readonly number[]): T[] {
  return ids.flatMap((id) => db.get(row, `SELECT * FROM ${table} WHERE rowid = ?`, id) ?? []);
}

/** How many rows a query has; counted once as long as nothing changes, since a long list is counted slowly. */
function countRows(db: Database, query: string, values: readonly SQLInputValue[]): number {
  const unordered = query.replace(/ ORDER BY [^()]*$/, "");
  return db.remember(`count ${unordered} ${JSON.stringify(values)}`, () =>
    countOf(db, `SELECT count(*) AS count FROM (SELECT ${unordered})`, ...values),
  );
}
