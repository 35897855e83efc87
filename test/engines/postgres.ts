import { execFileSync } from "node:child_process";
import { chownSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeEngine } from "./describe-engine.ts";
import { type Engine, findFreePort, startEngine } from "./engine.ts";

/** A PostgreSQL server. */
export interface PostgresEngine extends Engine {
  /** Connection string of its database, without a password. */
  readonly url: string;
}

/** Returns the ids of the user that runs the server if the current one is root, with which it refuses to run. */
function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/**
 * Starts PostgreSQL on a free port, with an empty database.
 * @param settings settings of the server, such as `max_connections=20`
 */
export async function startPostgres(...settings: readonly string[]): Promise<PostgresEngine> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "forgehand-postgres-"));
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const programs = globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1) ?? "";
  const data = join(folder, "data");
  const create = ["-D", data, "-U", "forgehand", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(programs, "initdb"), create, { stdio: "pipe", cwd: "/", ...user });
  // Data must survive the server's crash, but not the machine's, so it is not flushed to the disk.
  const all = [`listen_addresses=127.0.0.1`, `unix_socket_directories=${folder}`, "fsync=off", ...settings];
  const engine = await startEngine(port, {
    command: [join(programs, "postgres"), "-D", data, "-p", String(port), ...all.flatMap((text) => ["-c", text])],
    readyLine: "ready to accept connections",
    // Ends without a checkpoint, and with all of its processes, so that the next start recovers as after a crash.
    killSignal: "SIGQUIT",
    user,
    removeData: () => rmSync(folder, { recursive: true, force: true }),
  });
  return { ...engine, url: `postgres://forgehand@127.0.0.1:${port}/postgres` };
}

/**
 * Describes tests that need a PostgreSQL server of their own; skipped if it is not installed.
 * @param settings settings of the server
 */
export function describePostgres(
  title: string,
  body: (engine: () => PostgresEngine) => void,
  settings: readonly string[] = [],
): void {
  describeEngine("PostgreSQL", title, () => startPostgres(...settings), body);
}
