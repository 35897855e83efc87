import { DatabaseSync } from "node:sqlite";
import { checkOptionNames } from "../check-option-names.ts";
import { InputError, invalidField } from "../errors.ts";
import type { ClaimOutcome, DeliveryStore } from "./store.ts";

/** What a store in a SQLite file keeps, and where. */
export interface SqliteStoreOptions {
  /**
   * Milliseconds for which handled deliveries are remembered; default 8 days, which is longer than any edition of the service
   * sends them again.
   */
  readonly retention?: number | undefined;
  /** What its table's name begins with; default `forgehand_`. */
  readonly prefix?: string | undefined;
}

/** A store in a SQLite file. */
export interface SqliteStore extends DeliveryStore {
  /** Closes the file, unless the database was given: that is its owner's to close. */
  readonly close: () => void;
}

const OPTIONS = { retention: true, prefix: true } as const satisfies Record<keyof SqliteStoreOptions, true>;

const DAY = 24 * 60 * 60_000;

/** Milliseconds between two times of clearing away what need not be remembered any longer. */
const CLEARING = 60 * 60_000;

/**
 * Remembers deliveries in a SQLite file, which several processes on one machine may share. Needs Node 22.13 or newer.
 * @param database a file's path, or a connection: what is written while a transaction of its is open ends as that does
 * @throws InputError on options that can't be right
 */
export function sqliteStore(database: string | DatabaseSync, options: SqliteStoreOptions = {}): SqliteStore {
  if (typeof options !== "object" || options === null) throw invalidField("options", "must be an object");
  checkOptionNames(options, OPTIONS);
  const { retention = 8 * DAY, prefix = "forgehand_" } = options;
  if (!Number.isInteger(retention) || retention < 1)
    throw invalidField("retention", "must be a whole number of milliseconds, 1 or more");
  if (!/^[A-Za-z_]\w*$/.test(prefix)) throw invalidField("prefix", "must be a word of letters, digits and underscores");
  // To SQLite an empty path is a file of its own that is gone with the process, and so is what was handled.
  if (database === "" || (typeof database !== "string" && typeof database?.prepare !== "function")) {
    throw invalidField("database", "must be a file's path, or a DatabaseSync that is open");
  }
  const sqlite = typeof database === "string" ? opened(database) : database;
  let isToClose = typeof database === "string";
  const table = `${prefix}deliveries`;
  // Whoever has it until then; nobody, once it was handled. After that it is as if it had never been there.
  sqlite.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (guid TEXT PRIMARY KEY, owner TEXT, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS ${table}_until ON ${table} (until)`);
  const isFree = "until <= :now OR owner = excluded.owner";
  const claiming = sqlite.prepare(`
    INSERT INTO ${table} (guid, owner, until) VALUES (:guid, :owner, :until)
    ON CONFLICT (guid) DO UPDATE SET
      owner = iif(${isFree}, excluded.owner, owner),
      until = iif(${isFree}, excluded.until, until)
    RETURNING owner`);
  const completing = sqlite.prepare(`INSERT OR REPLACE INTO ${table} (guid, owner, until) VALUES (?, NULL, ?)`);
  const releasing = sqlite.prepare(`DELETE FROM ${table} WHERE guid = ? AND owner = ?`);
  const clearing = sqlite.prepare(`DELETE FROM ${table} WHERE until <= ?`);
  let cleared = Number.NEGATIVE_INFINITY;

  function clear(now: number): void {
    if (Math.abs(now - cleared) < CLEARING) return;
    cleared = now;
    clearing.run(now);
  }

  return {
    claim(guid, owner, lease): ClaimOutcome {
      const now = Date.now();
      clear(now);
      // One statement: no other process comes between looking and taking.
      const [holder] = Object.values(claiming.get({ guid, owner, now, until: now + lease }) ?? {});
      if (holder === null) return "handled";
      return holder === owner ? "claimed" : "busy";
    },
    complete(guid) {
      completing.run(guid, Date.now() + retention);
    },
    release(guid, owner) {
      releasing.run(guid, owner);
    },
    close() {
      if (isToClose) sqlite.close();
      isToClose = false;
    },
  };
}

/** Opens a file so that several processes get on with each other in it. */
function opened(path: string): DatabaseSync {
  const sqlite = connected(path);
  sqlite.exec("PRAGMA busy_timeout = 5000");
  try {
    sqlite.exec("PRAGMA journal_mode = WAL");
  } catch {
    // Another process is at just that, which is not waited for. It holds for the file, whoever sets it.
  }
  return sqlite;
}

/** SQLite doesn't say which file it could not open. */
function connected(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InputError(`database can't be opened: ${path}: ${why}.`, { field: "database", cause });
  }
}
