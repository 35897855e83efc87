import { Pool, type PoolConfig } from "pg";
import { onTestFinished } from "vitest";
import type { PostgresEngine } from "../../../test/engines/postgres.ts";
import { migrationSql } from "./migration.ts";
import type { TableOptions } from "./options.ts";

/** Opens a pool as an application does. */
export function openPool({ url }: Pick<PostgresEngine, "url">, config: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 2000, ...config });
  // Connections that are lost while they are idle.
  pool.on("error", () => {});
  return pool;
}

/** Opens a pool that is closed after the test. */
export function openPoolForTest(engine: Pick<PostgresEngine, "url">, config?: PoolConfig): Pool {
  const pool = openPool(engine, config);
  onTestFinished(() => pool.end());
  return pool;
}

/** Creates the tables. */
export async function migrate(engine: PostgresEngine, options?: TableOptions): Promise<void> {
  const pool = openPool(engine);
  await pool.query(migrationSql(options));
  await pool.end();
}
