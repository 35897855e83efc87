import { DatabaseSync, type StatementSync } from "node:sqlite";
import { checkOptionNames } from "../check-option-names.ts";
import { errorCause } from "../error-cause.ts";
import { InputError, invalidField } from "../errors.ts";
import type { ClaimOutcome, DeliveryStore } from "./delivery-store.ts";
import { createLockQueue, isLocked } from "./lock-queue.ts";

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /**
   * Milliseconds for which handled deliveries are remembered; default 8 days, longer than any edition of GitHub allows
   * redelivery.
   */
  readonly retention?: number | undefined;
  /** Prefix of the table's name; default `forgehand_`. */
  readonly prefix?: string | undefined;
}

/** A delivery store in a SQLite file. */
export interface SqliteStore extends DeliveryStore {
  /** Closes the file; calls that wait for a lock fail. A database that was passed in stays open. */
  readonly close: () => void;
}

const OPTIONS = { retention: true, prefix: true } as const satisfies Record<keyof SqliteStoreOptions, true>;

const DAY = 24 * 60 * 60_000;

/** Milliseconds between two deletions of expired rows. */
const PURGE_INTERVAL = 60 * 60_000;

/** The database's time in milliseconds, which all processes that share it use. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/**
 * Creates a store in a SQLite file, which several processes on one machine can share. Needs Node 22.13 or newer. While
 * another connection has locked the file, calls wait without blocking the process, until their signal is aborted.
 * @param database a file path or a connection; writes during an open transaction of that connection are part of it, and
 * its own `timeout` for locks, if it has one, blocks the process
 * @throws InputError if an option is invalid
 */
export function sqliteStore(database: string | DatabaseSync, options: SqliteStoreOptions = {}): SqliteStore {
  if (typeof options !== "object" || options === null) throw invalidField("options", "must be an object");
  checkOptionNames(options, OPTIONS);
  const { retention = 8 * DAY, prefix = "forgehand_" } = options;
  if (!Number.isInteger(retention) || retention < 1)
    throw invalidField("retention", "must be a whole number of milliseconds, 1 or more");
  if (!/^[A-Za-z_]\w*$/.test(prefix))
    throw invalidField("prefix", "must contain only letters, digits and underscores, and not start with a digit");
  // SQLite treats an empty path as a temporary file, which would lose all handled deliveries.
  if (database === "" || (typeof database !== "string" && typeof database?.prepare !== "function")) {
    throw invalidField("database", "must be a file path or an open DatabaseSync");
  }
  const sqlite = typeof database === "string" ? connect(database) : database;
  let ownsConnection = typeof database === "string";
  const runUnlocked = createLockQueue();
  let prepared: Statements | undefined;
  const statements = () => {
    prepared ??= prepareStatements(sqlite, `${prefix}deliveries`);
    return prepared;
  };
  let purgedAt = Number.NEGATIVE_INFINITY;

  function purgeExpired({ purge }: Statements): void {
    const now = performance.now();
    if (now - purgedAt < PURGE_INTERVAL) return;
    purge.run();
    purgedAt = now;
  }

  function claim(guid: string, owner: string, lease: number): ClaimOutcome {
    purgeExpired(statements());
    // Reading all rows ends the statement: `get` would ignore that its transaction could not be committed.
    const [row = {}] = statements().claim.all({ guid, owner, lease });
    const [holder] = Object.values(row);
    if (holder === null) return "handled";
    return holder === owner ? "claimed" : "busy";
  }

  if (ownsConnection) useWriteAheadLog(sqlite);
  try {
    statements();
  } catch (error) {
    // The first call waits for the lock instead.
    if (!isLocked(error)) throw error;
  }
  return {
    claim: (guid, owner, lease, signal) => runUnlocked(() => claim(guid, owner, lease), signal),
    complete: (guid, signal) => runUnlocked(() => void statements().complete.run(guid, retention), signal),
    release: (guid, owner, signal) => runUnlocked(() => void statements().release.run(guid, owner), signal),
    close() {
      if (ownsConnection) sqlite.close();
      ownsConnection = false;
    },
  };
}

interface Statements {
  /** A single statement, so that checking and claiming are atomic across processes. */
  readonly claim: StatementSync;
  readonly complete: StatementSync;
  readonly release: StatementSync;
  readonly purge: StatementSync;
}

/** Creates the table if necessary, and prepares the statements. */
function prepareStatements(sqlite: DatabaseSync, table: string): Statements {
  // `owner` holds the claim from `since` to `until`; it is NULL once handled. Expired rows are ignored.
  sqlite.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (guid TEXT PRIMARY KEY, owner TEXT, since INTEGER NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS ${table}_until ON ${table} (until)`);
  const isClaimable = "until <= excluded.since OR owner = excluded.owner";
  // If the clock was set back since the claim, the lease starts again, so that it is not extended by the difference.
  const isAhead = "since > excluded.since AND owner IS NOT NULL";
  return {
    claim: sqlite.prepare(`
      INSERT INTO ${table} (guid, owner, since, until) VALUES (:guid, :owner, ${NOW}, ${NOW} + :lease)
      ON CONFLICT (guid) DO UPDATE SET
        owner = iif(${isClaimable}, excluded.owner, owner),
        since = iif(${isClaimable} OR ${isAhead}, excluded.since, since),
        until = CASE
          WHEN ${isClaimable} THEN excluded.until
          WHEN ${isAhead} THEN excluded.since + until - since
          ELSE until END
      RETURNING owner`),
    complete: sqlite.prepare(
      `INSERT OR REPLACE INTO ${table} (guid, owner, since, until) VALUES (?, NULL, ${NOW}, ${NOW} + ?)`,
    ),
    release: sqlite.prepare(`DELETE FROM ${table} WHERE guid = ? AND owner = ?`),
    purge: sqlite.prepare(`DELETE FROM ${table} WHERE until <= ${NOW}`),
  };
}

/** Lets reads and writes of several processes overlap. */
function useWriteAheadLog(sqlite: DatabaseSync): void {
  try {
    sqlite.exec("PRAGMA journal_mode = WAL");
  } catch {
    // Fails while another process sets it or has locked the file. That is harmless: the mode applies to the whole file,
    // and the store works without it.
  }
}

/** SQLite's error does not name the file. */
function connect(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InputError(`database can't be opened: ${path}: ${reason}.`, {
      field: "database",
      cause: errorCause(cause),
    });
  }
}
