import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeEngine } from "./describe-engine.ts";
import { type Engine, findFreePort, startEngine } from "./engine.ts";

/** A Redis server. */
export interface RedisEngine extends Engine {
  /** Address for clients, without a password. */
  readonly url: string;
}

/**
 * Starts Redis on a free port. Without flags, it stores nothing: a restart loses all data.
 * @param flags flags of the server, such as `--appendonly yes`
 */
export async function startRedis(...flags: readonly string[]): Promise<RedisEngine> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "forgehand-redis-"));
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const engine = await startEngine(port, {
    command: ["redis-server", ...place, "--save", "", "--appendonly", "no", ...flags],
    readyLine: "Ready to accept connections",
    killSignal: "SIGKILL",
    removeData: () => rmSync(folder, { recursive: true, force: true }),
  });
  return { ...engine, url: `redis://127.0.0.1:${port}` };
}

/** Starts a sentinel that watches a server, under the name `main`. */
export async function startSentinel(watched: RedisEngine): Promise<Engine> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "forgehand-sentinel-"));
  // A sentinel stores its state in its configuration file.
  const file = join(folder, "sentinel.conf");
  const lines = [`port ${port}`, "bind 127.0.0.1", `sentinel monitor main 127.0.0.1 ${watched.port} 1`];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return startEngine(port, {
    command: ["redis-server", file, "--sentinel"],
    readyLine: "+monitor master",
    killSignal: "SIGKILL",
    removeData: () => rmSync(folder, { recursive: true, force: true }),
  });
}

/**
 * Describes tests that need a Redis server of their own; skipped if it is not installed.
 * @param flags flags of the server
 */
export function describeRedis(
  title: string,
  body: (engine: () => RedisEngine) => void,
  flags: readonly string[] = [],
): void {
  describeEngine("Redis", title, () => startRedis(...flags), body);
}
