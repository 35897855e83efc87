import { invalidField } from "@forgehand/core/internal";
import { isObject } from "@forgehand/core/schema";
import type { Pool, PoolClient } from "pg";
import type { TableNames } from "./options.ts";

/** Statements that run as one transaction in one round trip. */
export interface StatementBatch {
  readonly pool: Pool;
  readonly names: TableNames;
  /** Milliseconds after which the server ends a statement that waits for a lock. */
  readonly timeout: number;
  /** @param literal quotes a value for SQL */
  readonly statements: (literal: (value: string) => string) => readonly string[];
  /** Once aborted, the connection of a statement that has not ended is closed. */
  readonly signal: AbortSignal;
}

/** Conditions for which the migration has to be run: a missing schema, table, column or function. */
const MISSING = ["3F000", "42P01", "42703", "42883"];
/** The server has become a standby: another connection can reach the primary. */
const READ_ONLY = "25006";

/**
 * Runs statements, and returns the first column of all rows.
 * @throws the signal's reason; any error of the pool or the server; Error if the migration was not run
 */
export async function runStatements(batch: StatementBatch): Promise<readonly unknown[]> {
  const { pool, names, timeout, statements, signal } = batch;
  const client = await connect(pool, signal);
  let isUsable = false;
  // A lost connection rejects the query as well.
  client.on("error", ignore);
  try {
    const text = [
      // Each statement sees what was committed before it, whatever the database's default.
      "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
      `SET LOCAL statement_timeout = ${timeout}`,
      ...statements((value) => client.escapeLiteral(value)),
    ].join(";");
    // The protocol ends the text at a null character.
    if (text.includes("\0")) throw invalidField("text for the database", "must not contain a null character");
    // Several statements in one text are a transaction, and have several results.
    const results: unknown = await untilAborted(client.query(text), signal);
    isUsable = true;
    return firstColumn(results);
  } catch (error) {
    const { code, severity } = describe(error);
    isUsable = severity === "ERROR" && code !== READ_ONLY;
    throw MISSING.includes(code) ? migrationError(names, error) : error;
  } finally {
    client.off("error", ignore);
    client.release(!isUsable);
  }
}

function ignore(): void {}

/** Gets a connection; one that arrives after the abort returns to the pool. */
async function connect(pool: Pool, signal: AbortSignal): Promise<PoolClient> {
  signal.throwIfAborted();
  const connecting = pool.connect();
  try {
    return await untilAborted(connecting, signal);
  } catch (error) {
    connecting.then((client) => client.release(), ignore);
    throw error;
  }
}

/** Rejects once the signal is aborted. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
    if (signal.aborted) abort();
  });
}

function firstColumn(results: unknown): readonly unknown[] {
  const rows: unknown[] = [results].flat().flatMap((result) => (isObject(result) ? (result["rows"] ?? []) : []));
  return rows.map((row) => (isObject(row) ? Object.values(row)[0] : undefined));
}

/** The server's code for an error, and whether the connection is still open. */
function describe(error: unknown): { readonly code: string; readonly severity: string } {
  const { code, severity } = isObject(error) ? error : {};
  return { code: String(code), severity: String(severity) };
}

function migrationError({ flags }: TableNames, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `The database lacks a table or function: ${reason}. Run the SQL that \`npx forgehand-postgres migration${flags}\` prints.`,
    { cause },
  );
}
