import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import * as z from "zod/mini";
import { integer, json, type RowReader, row } from "./columns.ts";
import { createQueryCache } from "./query-cache.ts";

/** The emulator's state: one SQLite database whose rows are checked by their columns. */
export interface Database {
  /** Returns every row of a query. */
  all<T>(row: RowReader<T>, sql: string, ...values: SQLInputValue[]): T[];
  /** Returns the first row of a query, or undefined. */
  get<T>(row: RowReader<T>, sql: string, ...values: SQLInputValue[]): T | undefined;
  /** Runs a statement that writes one row, and returns the row. */
  write<T>(row: RowReader<T>, sql: string, ...values: SQLInputValue[]): T;
  /**
   * Runs a statement that changes rows.
   * @returns the number of changed rows and the id of the last inserted row
   */
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number };
  /** Runs work in a transaction: an error rolls everything back. Transactions can be nested. */
  transaction<T>(work: () => T): T;
  /** Schedules a task that its caller doesn't wait for. A transaction that rolls back drops the tasks it scheduled. */
  defer<T>(work: DeferredTask<T>): void;
  /** Runs all deferred tasks now. If they can't be stored, it reports that on standard error and drops them. */
  flushDeferred(): void;
  /** Runs an SQL script and clears the cache. */
  exec(sql: string): void;
  /**
   * Returns the cached result of `make`, recomputed once a table that it read has changed. The result must depend on
   * the key and the database alone, not on the time.
   * @param size how many items the result counts as, against the limit of the cache
   */
  memoize<T>(key: string, make: () => T, size?: number): T;
  /**
   * Calls the listener synchronously whenever one of these tables may have changed, even if the change is rolled back
   * later.
   */
  onTableChange(tables: readonly string[], listener: () => void): void;
  close(): void;
}

/** A task that runs after the call that scheduled it. */
export interface DeferredTask<T> {
  /** Reads what the task needs. Runs soon, before anything else changes. */
  prepare(): T;
  /**
   * Does the work. Runs in order: when deferred tasks are flushed or, if the database is persistent, within the
   * transaction.
   */
  finish(prepared: T): void;
}

/** A prepared statement with the tables that it reads and those that it changes, cascades included. */
interface TrackedStatement {
  readonly statement: StatementSync;
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

/**
 * Opens an empty in-memory database.
 * @param schema SQL that creates the tables
 */
export function openDatabase(schema: string): Database {
  return wrapSqlite(openEmpty(schema), false);
}

/**
 * Serialized empty databases by schema, created when a schema is used for the second time. Loading one takes a sixth
 * of the time that creating the tables takes.
 */
const emptyImages = new Map<string, Uint8Array | undefined>();

function openEmpty(schema: string): DatabaseSync {
  const sqlite = new DatabaseSync(":memory:");
  const image = emptyImages.get(schema);
  if (image !== undefined) {
    sqlite.deserialize(image);
    return sqlite;
  }
  sqlite.exec(schema);
  // Node before 24.16 can't serialize a database. A process that opens one database doesn't need the image.
  const isRepeated = emptyImages.has(schema);
  emptyImages.set(schema, isRepeated && "serialize" in sqlite ? sqlite.serialize() : undefined);
  return sqlite;
}

/**
 * Wraps an open SQLite database whose tables exist.
 * @param isPersistent whether it is stored in a file
 */
export function wrapSqlite(sqlite: DatabaseSync, isPersistent: boolean): Database {
  sqlite.exec("PRAGMA foreign_keys = ON");
  const prepare = createStatementCache(sqlite);
  const queryCache = createQueryCache();
  const [begin, end] = [sqlite.prepare("SAVEPOINT work"), sqlite.prepare("RELEASE work")];
  let unprepared: (() => () => void)[] = [];
  let prepared: (() => void)[] = [];
  let depth = 0;
  const prepareAll = () => {
    while (unprepared.length > 0) {
      const batch = unprepared;
      unprepared = [];
      for (const work of batch) prepared.push(work());
    }
  };
  const finishAll = () => {
    prepareAll();
    const batch = prepared;
    prepared = [];
    for (const finish of batch) finish();
  };
  const runInSavepoint = <T>(work: () => T): T => {
    const before = prepared.length;
    begin.run();
    depth += 1;
    try {
      const result = work();
      end.run();
      return result;
    } catch (error) {
      unprepared = [];
      prepared = prepared.slice(0, before);
      // After some errors, such as a full disk, SQLite has already rolled back the whole transaction.
      if (sqlite.isTransaction) sqlite.exec(depth === 1 ? "ROLLBACK" : "ROLLBACK TO work; RELEASE work");
      // Results that were cached meanwhile may reflect changes that were rolled back.
      queryCache.forget();
      throw error;
    } finally {
      depth -= 1;
    }
  };
  const flushDeferred = () => {
    prepareAll();
    if (!isPersistent || depth > 0 || prepared.length === 0) return finishAll();
    try {
      runInSavepoint(finishAll);
    } catch (error) {
      // The tasks have no caller to report the error to, which can be a full disk.
      process.stderr.write(`Changes could not be stored: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  };
  return {
    all: (row, sql, ...values) => {
      const { statement, reads } = prepare(sql);
      queryCache.read(reads);
      return statement.all(...values).map((found) => row.read(found));
    },
    get: (row, sql, ...values) => {
      const { statement, reads } = prepare(sql);
      queryCache.read(reads);
      const found = statement.get(...values);
      return found === undefined ? undefined : row.read(found);
    },
    write: (row, sql, ...values) => {
      if (unprepared.length > 0) prepareAll();
      const { statement, writes } = prepare(sql);
      const written = statement.get(...values);
      queryCache.changed(writes);
      if (!written) throw new RangeError(`The statement wrote no row: ${sql}`);
      return row.read(written);
    },
    run: (sql, ...values) => {
      if (unprepared.length > 0) prepareAll();
      const { statement, writes } = prepare(sql);
      const { changes, lastInsertRowid } = statement.run(...values);
      queryCache.changed(writes);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
    transaction: (work) => {
      // Tasks deferred before the transaction must not be rolled back with it.
      if (isPersistent && depth === 0) flushDeferred();
      else prepareAll();
      return runInSavepoint(() => {
        const result = work();
        if (isPersistent && depth === 1) finishAll();
        return result;
      });
    },
    defer({ prepare: readState, finish }) {
      // The response to the call is written at the end of this turn of the event loop, so this runs in the next one.
      if (unprepared.length === 0) setImmediate(() => setImmediate(isPersistent ? flushDeferred : prepareAll));
      unprepared.push(() => {
        const result = readState();
        return () => finish(result);
      });
    },
    flushDeferred,
    exec: (sql) => {
      prepareAll();
      sqlite.exec(sql);
      queryCache.forget();
    },
    memoize: queryCache.remember,
    onTableChange: queryCache.watch,
    close: () => {
      flushDeferred();
      sqlite.close();
    },
  };
}

/** Number of cached statements: more than there are in the code. Searches make new ones for each form of a query. */
const MAX_STATEMENTS = 5000;

/** Prepares each statement once, until too many are cached. */
function createStatementCache(sqlite: DatabaseSync): (sql: string) => TrackedStatement {
  const statements = new Map<string, TrackedStatement>();
  let reads = new Set<string>();
  let writes = new Set<string>();
  const allTables = "setAuthorizer" in sqlite ? undefined : assumeAllTables(sqlite);
  const { SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_OK } = constants;
  const writeActions = new Set([SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE]);
  // SQLite reports the tables that a statement uses while it compiles the statement.
  const recordAccess = (action: number, table: string | null) => {
    if (action === SQLITE_READ && table) reads.add(table);
    if (writeActions.has(action) && table) writes.add(table);
    return SQLITE_OK;
  };
  if (!allTables) sqlite.setAuthorizer(recordAccess);
  return (sql) => {
    const before = statements.get(sql);
    if (before) return before;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    reads = new Set();
    writes = new Set();
    const prepared = { statement: sqlite.prepare(sql), reads, writes, ...allTables };
    statements.set(sql, prepared);
    return prepared;
  };
}

/** Node before 24.10 can't report the tables that a statement uses, so every change invalidates everything. */
function assumeAllTables(sqlite: DatabaseSync): Pick<TrackedStatement, "reads" | "writes"> {
  const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return { reads: new Set(["*"]), writes: new Set(["*", ...tables.map(({ name }) => String(name))]) };
}

const NO_COLUMNS = row({});

/** Returns whether a query finds any row. */
export function exists(db: Database, sql: string, ...values: SQLInputValue[]): boolean {
  return db.get(NO_COLUMNS, sql, ...values) !== undefined;
}

const Count = row({ count: integer() });

/**
 * Returns the number that a query selects.
 * @param sql selects one number named `count`
 */
export function queryCount(db: Database, sql: string, ...values: SQLInputValue[]): number {
  return db.get(Count, sql, ...values)?.count ?? 0;
}

const Id = row({ id: integer() });

/**
 * Returns the ids that a query selects, in its order.
 * @param sql selects numbers named `id`
 */
export function queryIds(db: Database, sql: string, ...values: SQLInputValue[]): number[] {
  return db.all(Id, sql, ...values).map(({ id }) => id);
}

/** The rows of a list that make up one page. */
export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

export const ALL_ROWS: PageRange = { limit: -1, offset: 0 };

/** One page of a list, with the length of the whole list. */
export interface RowPage<T> {
  readonly rows: T[];
  readonly total: number;
}

/** From this offset on, pages are read by row id: OFFSET would read all rows before the page. */
const DEEP_OFFSET = 1000;

/**
 * Reads one page of a list.
 * @param query everything after SELECT: `* FROM hooks WHERE repository_id = ? ORDER BY id`
 */
export function queryPage<T>(
  db: Database,
  row: RowReader<T>,
  query: string,
  values: readonly SQLInputValue[],
  pageRange: PageRange,
): RowPage<T> {
  const { limit, offset } = pageRange;
  const table = offset < DEEP_OFFSET ? undefined : sourceTableOf(query);
  const read = table
    ? () => rowsByIds(db, row, table.name, rowIdsInOrder(db, query, values, table).slice(offset, offset + limit))
    : () => db.all(row, `SELECT ${query} LIMIT ? OFFSET ?`, ...values, limit, offset);
  const rows = db.memoize(`rows ${limit} ${offset} ${query} ${JSON.stringify(values)}`, read, limit);
  return { rows, total: countRows(db, query, values) };
}

/** The table whose rows a query lists, and the query's alias for it. */
interface QuerySource {
  readonly name: string;
  readonly alias: string;
}

/** Returns the source table of a query that lists a table's rows unchanged, such as `s.* FROM stars s JOIN ...`. */
function sourceTableOf(query: string): QuerySource | undefined {
  if (/\b(UNION|GROUP BY|DISTINCT)\b/.test(withoutSubqueries(query))) return undefined;
  const [, alias, name] = /^(\w+)\.\* FROM (\w+) \1\b/.exec(query) ?? [];
  if (alias !== undefined && name !== undefined) return { name, alias };
  const [, only] = /^\* FROM (\w+) WHERE /.exec(query) ?? [];
  return only === undefined ? undefined : { name: only, alias: only };
}

/** Removes everything in parentheses from a query. */
function withoutSubqueries(query: string): string {
  const shorter = query.replace(/\([^()]*\)/g, "");
  return shorter === query ? query : withoutSubqueries(shorter);
}

const RowIds = row({ ids: json(z.array(z.int())) });

/** Returns the row ids of a list in order. Cached until a table changes. */
function rowIdsInOrder(
  db: Database,
  query: string,
  values: readonly SQLInputValue[],
  { alias }: QuerySource,
): readonly number[] {
  const from = query.slice(query.indexOf(" FROM "));
  const sql = `SELECT json_group_array(id) AS ids FROM (SELECT ${alias}.rowid AS id${from})`;
  const read = () => db.get(RowIds, sql, ...values)?.ids ?? [];
  return db.memoize(`order ${query} ${JSON.stringify(values)}`, read, ROW_IDS_CACHE_SIZE);
}

/** A list of 100,000 row ids takes about as much memory as this many rows. */
const ROW_IDS_CACHE_SIZE = 1000;

function rowsByIds<T>(db: Database, row: RowReader<T>, table: string, ids: readonly number[]): T[] {
  return ids.flatMap((id) => db.get(row, `SELECT * FROM ${table} WHERE rowid = ?`, id) ?? []);
}

/** Counts the rows of a query. Cached until a table changes, since counting a long list is slow. */
function countRows(db: Database, query: string, values: readonly SQLInputValue[]): number {
  const unordered = query.replace(/ ORDER BY [^()]*$/, "");
  return db.memoize(`count ${unordered} ${JSON.stringify(values)}`, () =>
    queryCount(db, `SELECT count(*) AS count FROM (SELECT ${unordered})`, ...values),
  );
}
