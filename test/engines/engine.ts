import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** A database server that a test started, on a free port of this machine and with data of its own. */
export interface Engine {
  readonly port: number;
  /** Stops it as an administrator does. */
  readonly stop: () => Promise<void>;
  /** Stops it without any preparation, as a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts it again after `stop` or `kill`, on the same port and data. */
  readonly start: () => Promise<void>;
  /** Ends it, if it runs, and deletes its data. */
  readonly remove: () => Promise<void>;
}

/** A server program. */
export interface EngineProgram {
  readonly command: readonly string[];
  /** Part of the line that it prints when it is ready. */
  readonly readyLine: string;
  readonly killSignal: NodeJS.Signals;
  /** Ids of the user that it runs as; default the current one. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  readonly removeData: () => void;
}

/**
 * Prints the server's process id, and ends the server when standard input ends: when the test's process ends, however
 * that happens.
 */
const SUPERVISOR = `
exec 3<&0
signal=$1; shift
"$@" 2>&1 & server=$!
echo "$server"
(cat <&3 >/dev/null; kill -s "$signal" "$server") >/dev/null 2>&1 & watcher=$!
wait "$server"
kill "$watcher"`;

interface RunningServer {
  readonly pid: number;
  readonly supervisor: ChildProcess;
  readonly ended: Promise<unknown>;
}

/**
 * Starts a server and waits until it is ready.
 * @throws Error with its output if it ends before that
 */
async function run({ command, readyLine, killSignal, user }: EngineProgram): Promise<RunningServer> {
  const args = ["-c", SUPERVISOR, "supervisor", killSignal.replace("SIG", ""), ...command];
  const supervisor = spawn("/bin/sh", args, { stdio: ["pipe", "pipe", "ignore"], cwd: "/", ...user });
  let output = "";
  const ready = new Promise<void>((resolve) => {
    supervisor.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes(readyLine)) resolve();
    });
  });
  const ended = once(supervisor, "exit").then(() => void supervisor.stdin.destroy());
  const failed = ended.then(() => {
    throw new Error(`${command[0]} ended: ${output}`);
  });
  await Promise.race([ready, failed]);
  failed.catch(() => {});
  return { pid: Number.parseInt(output, 10), supervisor, ended };
}

/** Starts a server, and returns the functions to control it. */
export async function startEngine(port: number, program: EngineProgram): Promise<Engine> {
  let server: RunningServer | undefined = await run(program);
  const end = async (signal: NodeJS.Signals) => {
    if (server === undefined) return;
    const { pid, supervisor, ended } = server;
    server = undefined;
    if (supervisor.exitCode === null) process.kill(pid, signal);
    await ended;
  };
  return {
    port,
    stop: () => end("SIGTERM"),
    kill: () => end(program.killSignal),
    async start() {
      server ??= await run(program);
    },
    async remove() {
      await end(program.killSignal);
      program.removeData();
    },
  };
}

/** Returns a port of this machine that is free now. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The server must have a port.");
  return address.port;
}
