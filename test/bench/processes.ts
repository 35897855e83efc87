import { fork, type Serializable, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

/** A child process of the benchmark that replies to each message with one message. */
export interface WorkerProcess {
  readonly pid: number;
  /** The first message. */
  readonly ready: unknown;
  /** @throws Error if the process exits instead */
  request(message: Serializable): Promise<unknown>;
  stop(): void;
}

/**
 * Starts a module as a child process and waits for its first message. Its output goes to standard error, because standard
 * output is for the report.
 */
export async function startWorker(module: string, args: readonly string[]): Promise<WorkerProcess> {
  const child = fork(module, args, { stdio: ["ignore", process.stderr, process.stderr, "ipc"] });
  const exited = once(child, "exit").then(([code]: unknown[]) => {
    throw new Error(`${[module, ...args].join(" ")} ended, code ${code}`);
  });
  // An exit is ignored while no reply is awaited.
  exited.catch(() => undefined);
  const nextMessage = async () => {
    const [message]: unknown[] = await Promise.race([once(child, "message"), exited]);
    return message;
  };
  return {
    pid: child.pid ?? 0,
    ready: await nextMessage(),
    request: (message) => {
      const reply = nextMessage();
      child.send(message);
      return reply;
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** A running program that has printed its ready line. */
export interface RunningProgram {
  readonly pid: number;
  /** The ready line. */
  readonly line: string;
  /** Milliseconds from the spawn to the ready line. */
  readonly readyMs: number;
  /** Time of the spawn, by `performance.now()`. */
  readonly startedAt: number;
  stop(): Promise<unknown>;
}

/**
 * Runs Node with these arguments.
 * @throws Error with the error output if the program exits before it is ready
 */
export async function startProgram(args: readonly string[]): Promise<RunningProgram> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const errorOutput = text(child.stderr);
  const line = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.includes("\n")) resolve(output);
    });
    const fail = async () => reject(new Error(`the program exited before it was ready: ${(await errorOutput).trim()}`));
    closed.then(fail, reject);
  });
  return {
    pid: child.pid ?? 0,
    line,
    readyMs: performance.now() - startedAt,
    startedAt,
    stop: () => {
      child.kill("SIGTERM");
      return closed;
    },
  };
}

/**
 * Runs a command until it exits.
 * @returns its exit code, its output and how long it ran, in milliseconds
 */
export async function runCommand([program = "", ...args]: readonly string[], options: SpawnOptions = {}) {
  const startedAt = performance.now();
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const [[code], output, errors] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
  return { code, output, errors, milliseconds: performance.now() - startedAt };
}

// Node does not report the CPU time of child processes. Bash does, in milliseconds: the command's output goes to
// standard output, so that standard error contains only the times.
const TIMED = 'TIMEFORMAT="%3U %3S"; time "$@" 2>&1';

/**
 * Runs a command until it exits.
 * @returns CPU time of its processes in milliseconds, user and system combined
 * @throws Error with the output if the command fails
 */
export async function cpuOfCommand(folder: string, command: readonly string[]): Promise<number> {
  // Decimal points instead of commas.
  const options = { cwd: folder, env: { ...process.env, LC_ALL: "C" } };
  const { code, output, errors } = await runCommand(["bash", "-c", TIMED, "bash", ...command], options);
  const [, user, system] = /^(\d+\.\d+) (\d+\.\d+)\s*$/.exec(errors) ?? [];
  if (code !== 0 || user === undefined || system === undefined) {
    throw new Error(`${command.join(" ")} failed\n${`${output}${errors}`.slice(0, 2000)}`);
  }
  return (Number(user) + Number(system)) * 1000;
}

/**
 * Reads the resource usage of a process from /proc.
 * @returns CPU milliseconds of all threads so far, user and system combined, and resident memory in MB
 * @throws Error if there is no such process, and on other systems than Linux
 */
export function usageOf(pid: number) {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  // The first value is the time on a CPU in nanoseconds (see the kernel's documentation of sched-stats).
  const nanoseconds = threads.map((file) => Number(readFileSync(file, "utf8").split(" ")[0]));
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpu: nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6, rss: Number(resident) / 1000 };
}
