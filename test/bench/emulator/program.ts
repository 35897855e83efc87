import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Resources that a process has used so far. */
export interface ProcessUsage {
  /** CPU milliseconds of all threads, user and system combined. */
  readonly cpu: number;
  /** Resident memory, in MB. */
  readonly rss: number;
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
  stop(): Promise<void>;
}

/**
 * Runs Node with these arguments.
 * @throws Error with the error output if the program exits before it is ready
 */
export async function startProgram(args: readonly string[]): Promise<RunningProgram> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const line = await firstLine(child, exited);
  const readyMs = performance.now() - startedAt;
  return {
    pid: child.pid ?? 0,
    line,
    readyMs,
    startedAt,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

function firstLine({ stdout, stderr }: ChildProcess, exited: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    let errorOutput = "";
    stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n")) resolve(text);
    });
    stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      errorOutput += chunk;
    });
    exited.then(() => reject(new Error(`the program exited before it was ready: ${errorOutput.trim()}`)), reject);
  });
}

/**
 * Reads the resource usage of a process from /proc.
 * @throws Error if there is no such process, and on other systems than Linux
 */
export function usageOf(pid: number): ProcessUsage {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  // The first value is the time on a CPU in nanoseconds (see the kernel's documentation of sched-stats).
  const nanoseconds = threads.map((file) => Number(readFileSync(file, "utf8").split(" ")[0]));
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpu: nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6, rss: Number(resident) / 1000 };
}
