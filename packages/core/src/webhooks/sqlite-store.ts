import { DatabaseSync } from "node:sqlite";
import { checkOptionNames } from "../check-option-names.ts";
import { InputError, invalidField } from "../errors.ts";
import type { ClaimOutcome, DeliveryStore } from "./delivery-store.ts";

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
  /** Closes the file. A database that was passed in stays open. */
  readonly close: () => void;
}

const OPTIONS = { retention: true, prefix: true } as const satisfies Record<keyof SqliteStoreOptions, true>;

const DAY = 24 * 60 * 60_000;

/** Milliseconds between two deletions of expired rows. */
const PURGE_INTERVAL = 60 * 60_000;

/**
 * Creates a store in a SQLite file, which several processes on one machine can share. Needs Node 22.13 or newer.
 * @param database a file path or a connection; writes during an open transaction of that connection are part of it
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
  const sqlite = typeof database === "string" ? openShared(database) : database;
  let ownsConnection = typeof database === "string";
  const table = `${prefix}deliveries`;
  // `owner` holds the claim until `until`; it is NULL once handled. Expired rows are ignored.
  sqlite.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (guid TEXT PRIMARY KEY, owner TEXT, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS ${table}_until ON ${table} (until)`);
  const isClaimable = "until <= :now OR owner = excluded.owner";
  const claimStatement = sqlite.prepare(`
    INSERT INTO ${table} (guid, owner, until) VALUES (:guid, :owner, :until)
    ON CONFLICT (guid) DO UPDATE SET
      owner = iif(${isClaimable}, excluded.owner, owner),
      until = iif(${isClaimable}, excluded.until, until)
    RETURNING owner`);
  const completeStatement = sqlite.prepare(`INSERT OR REPLACE INTO ${table} (guid, owner, until) VALUES (?, NULL, ?)`);
  const releaseStatement = sqlite.prepare(`DELETE FROM ${table} WHERE guid = ? AND owner = ?`);
  const purgeStatement = sqlite.prepare(`DELETE FROM ${table} WHERE until <= ?`);
  let purgedAt = Number.NEGATIVE_INFINITY;

  function purgeExpired(now: number): void {
    if (Math.abs(now - purgedAt) < PURGE_INTERVAL) return;
    purgedAt = now;
    purgeStatement.run(now);
  }

  return {
    claim(guid, owner, lease): ClaimOutcome {
      const now = Date.now();
      purgeExpired(now);
      // A single statement, so that checking and claiming are atomic across processes.
      const [holder] = Object.values(claimStatement.get({ guid, owner, now, until: now + lease }) ?? {});
      if (holder === null) return "handled";
      return holder === owner ? "claimed" : "busy";
    },
    complete(guid) {
      completeStatement.run(guid, Date.now() + retention);
    },
    release(guid, owner) {
      releaseStatement.run(guid, owner);
    },
    close() {
      if (ownsConnection) sqlite.close();
      ownsConnection = false;
    },
  };
}

/** Opens a file with settings for concurrent access. */
function openShared(path: string): DatabaseSync {
  const sqlite = connect(path);
  sqlite.exec("PRAGMA busy_timeout = 5000");
  try {
    sqlite.exec("PRAGMA journal_mode = WAL");
  } catch {
    // Setting the journal mode does not wait for locks, so it fails while another process sets it. That is harmless,
    // because the mode applies to the whole file.
  }
  return sqlite;
}

/** SQLite's error does not name the file. */
function connect(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InputError(`database can't be opened: ${path}: ${reason}.`, { field: "database", cause });
  }
}
