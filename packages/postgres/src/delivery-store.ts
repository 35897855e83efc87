import { invalidField } from "@forgehand/core/internal";
import type { ClaimOutcome, DeliveryStore } from "@forgehand/core/webhooks";
import type { Pool } from "pg";
import { type PostgresStoreOptions, readStoreOptions } from "./options.ts";
import { runStatements, type StatementBatch } from "./run-statements.ts";

/** Options of {@link postgresDeliveryStore}. */
export interface PostgresDeliveryStoreOptions extends PostgresStoreOptions {
  /**
   * Milliseconds for which handled deliveries are remembered; default 8 days, longer than any edition of GitHub allows
   * redelivery.
   */
  readonly retention?: number | undefined;
}

const OPTIONS = { prefix: true, schema: true, retention: true, now: true } as const satisfies Record<
  keyof PostgresDeliveryStoreOptions,
  true
>;

const DAY = 24 * 60 * 60_000;

/** Milliseconds between two deletions of expired rows, and the number of rows that a claim deletes at most. */
const PURGE_INTERVAL = 60 * 60_000;
const PURGE_BATCH = 500;

/** Shorter than the receiver's default `storeTimeout`, so that a statement rarely takes effect after it. */
const STATEMENT_TIMEOUT = 4000;
/** Milliseconds after which a call without a signal fails. */
const CALL_TIMEOUT = 10_000;

/**
 * Creates a store of deliveries that processes share. Each call is one transaction; leases end by the server's clock.
 * Records survive whatever the server's own settings let committed transactions survive. The pool stays open. A call
 * waits for a connection of the pool until its signal is aborted.
 * @param pool a `Pool` of `pg` 8; its `connectionTimeoutMillis` should be set, because attempts to connect can't be aborted
 * @throws InputError if an option is invalid
 */
export function postgresDeliveryStore(pool: Pool, options: PostgresDeliveryStoreOptions = {}): DeliveryStore {
  const { names, now } = readStoreOptions(pool, options, OPTIONS);
  const { retention = 8 * DAY } = options;
  if (!Number.isInteger(retention) || retention < 1)
    throw invalidField("retention", "must be a whole number of milliseconds, 1 or more");
  const table = names.deliveries;
  let purgedAt = Number.NEGATIVE_INFINITY;
  const run = (signal: AbortSignal = AbortSignal.timeout(CALL_TIMEOUT), statements: StatementBatch["statements"]) =>
    runStatements({ pool, names, timeout: STATEMENT_TIMEOUT, statements, signal });
  /** Time of a statement in milliseconds. */
  const time = () =>
    now === undefined ? "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint" : String(Math.floor(now()));

  /** Deletes some expired rows, except for those that another process deletes. */
  async function purgeExpired(signal: AbortSignal | undefined): Promise<void> {
    const since = performance.now();
    if (since - purgedAt < PURGE_INTERVAL) return;
    purgedAt = since;
    const [deleted] = await run(signal, () => [
      `WITH expired AS (
         SELECT guid FROM ${table} WHERE until <= ${time()} ORDER BY until LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED
       ), deleted AS (DELETE FROM ${table} AS d USING expired WHERE d.guid = expired.guid RETURNING 1)
       SELECT count(*)::int FROM deleted`,
    ]);
    // The next claim continues.
    if (Number(deleted) === PURGE_BATCH) purgedAt = Number.NEGATIVE_INFINITY;
  }

  return {
    async claim(guid, owner, lease, signal): Promise<ClaimOutcome> {
      await purgeExpired(signal);
      const isClaimable = "d.until <= t.now OR d.owner = excluded.owner";
      // If the clock was set back since the claim, the lease starts again, so that it is not extended by the difference.
      const isAhead = "d.since > t.now AND d.owner IS NOT NULL";
      const now = `(SELECT ${time()} AS now) AS t`;
      const end = `t.now + ${Math.ceil(lease)}`;
      // The time of an update is read after the row is locked: another claim can have been faster.
      const [holder] = await run(signal, (literal) => [
        `INSERT INTO ${table} AS d (guid, owner, since, until)
         SELECT ${literal(guid)}, ${literal(owner)}, t.now, ${end} FROM ${now}
         ON CONFLICT (guid) DO UPDATE SET (owner, since, until) = (
           SELECT
             CASE WHEN ${isClaimable} THEN excluded.owner ELSE d.owner END,
             CASE WHEN ${isClaimable} OR ${isAhead} THEN t.now ELSE d.since END,
             CASE WHEN ${isClaimable} THEN ${end} WHEN ${isAhead} THEN t.now + d.until - d.since ELSE d.until END
           FROM ${now})
         RETURNING owner`,
      ]);
      if (holder === null) return "handled";
      return holder === owner ? "claimed" : "busy";
    },
    async complete(guid, signal) {
      await run(signal, (literal) => [
        `INSERT INTO ${table} (guid, owner, since, until)
         SELECT ${literal(guid)}, NULL, t.now, t.now + ${retention} FROM (SELECT ${time()} AS now) AS t
         ON CONFLICT (guid) DO UPDATE SET owner = NULL, since = excluded.since, until = excluded.until`,
      ]);
    },
    async release(guid, owner, signal) {
      await run(signal, (literal) => [
        `DELETE FROM ${table} WHERE guid = ${literal(guid)} AND owner = ${literal(owner)}`,
      ]);
    },
  };
}
