import { createQuotaStore, type QuotaStore } from "@forgehand/core/quota";
import type { Pool } from "pg";
import { type PostgresStoreOptions, readStoreOptions } from "./options.ts";
import { createQuotaLog, type QuotaLog } from "./quota-log.ts";

const OPTIONS = { prefix: true, schema: true, now: true } as const satisfies Record<keyof PostgresStoreOptions, true>;

/** Maximum number of quotas whose states are kept in memory; others are read again when they are used. */
const MAX_LOGS = 500;

/**
 * Creates a store of quotas that processes share. The table is a log of commands per quota: one round trip appends a
 * command and returns those of other processes, and each process computes the state from them. Appending locks the
 * quota's row until the end of that transaction, which never waits for a client, so a process that stops at any moment
 * blocks no other one. The server's time of a command is read after it has the lock. Commands that wait while another
 * one is sent are sent together, so a quota uses at most one connection of a process.
 *
 * The tables are unlogged: no command waits for the disk. They survive a restart of the server, but are empty after it
 * has crashed, or after a fail-over to a standby. Quotas then get a new generation, and each process records what its
 * calls have used. Lost are the usage of processes that have ended before, limits that were lowered, and pauses. The
 * pool stays open. All processes of a quota should run the same version of this package: others can disagree for an hour about
 * whether there was room for a call.
 * @param pool a `Pool` of `pg` 8; its `connectionTimeoutMillis` should be set, because attempts to connect can't be aborted
 * @throws InputError if an option is invalid
 */
export function postgresQuotaStore(pool: Pool, options: PostgresStoreOptions = {}): QuotaStore {
  const { names, now } = readStoreOptions(pool, options, OPTIONS);
  /** The least recently used one is first. */
  const logs = new Map<string, QuotaLog>();

  function logOf(quota: string): QuotaLog {
    const log = logs.get(quota) ?? createQuotaLog({ pool, names, now, quota });
    logs.delete(quota);
    logs.set(quota, log);
    for (const [name, { isIdle }] of logs) {
      if (logs.size <= MAX_LOGS) break;
      if (isIdle()) logs.delete(name);
    }
    return log;
  }

  return createQuotaStore(async (quota, command, signal) => logOf(quota).append(command, signal));
}
