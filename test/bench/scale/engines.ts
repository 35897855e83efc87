import type { DebianProgram } from "../../../scripts/debian.mjs";
import { isInstalled } from "../../../scripts/debian.mjs";
import { ENGINES } from "../../../scripts/engines.mjs";
import { type PostgresEngine, startPostgres } from "../../engines/postgres.ts";
import { type RedisEngine, startRedis } from "../../engines/redis.ts";
import type { Bench } from "../harness.ts";

/** Servers that run until the part of the case ends; undefined if not installed. */
export interface StartedEngines {
  readonly redis: RedisEngine | undefined;
  readonly postgres: PostgresEngine | undefined;
}

/**
 * Starts the engines that are installed.
 * @param rows description of the rows that are skipped without an engine
 */
export async function startEngines(bench: Pick<Bench, "defer" | "onSkip">, rows: string): Promise<StartedEngines> {
  return {
    redis: await startIfInstalled(bench, rows, ENGINES.Redis, startRedis),
    postgres: await startIfInstalled(bench, rows, ENGINES.PostgreSQL, () => startPostgres("max_connections=300")),
  };
}

async function startIfInstalled<E extends RedisEngine | PostgresEngine>(
  { defer, onSkip }: Pick<Bench, "defer" | "onSkip">,
  rows: string,
  program: DebianProgram,
  start: () => Promise<E>,
): Promise<E | undefined> {
  if (!isInstalled(program)) {
    onSkip(`${rows} with ${program.packages.join(", ")}, which is not installed`);
    return undefined;
  }
  const engine = await start();
  defer(engine.remove);
  return engine;
}
