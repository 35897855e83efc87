import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** What a process has used so far. */
export interface Used {
  /** Milliseconds of CPU, of all its threads, user and system. */
  readonly cpu: number;
  /** Memory that it holds, in MB. */
  readonly rss: number;
}

/** A program that tells in a line that it is ready, and how long that took. */
export interface Started {
  readonly pid: number;
  /** The line. */
  readonly line: string;
  /** Milliseconds from its start to the line. */
  readonly ready: number;
  /** When it was started, by `performance.now()`. */
  readonly began: number;
  stop(): Promise<void>;
}

/** Starts Node with these arguments. @throws Error with what it printed, where it ends before it is ready */
export async function start(args: readonly string[]): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const line = await firstLine(child, ended);
  const ready = performance.now() - began;
  return {
    pid: child.pid ?? 0,
    line,
    ready,
    began,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

function firstLine({ stdout, stderr }: ChildProcess, ended: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    let complaints = "";
    stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n")) resolve(text);
    });
    stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      complaints += chunk;
    });
    ended.then(() => reject(new Error(`it ended before it was ready: ${complaints.trim()}`)), reject);
  });
}

/** What a process has used, as Linux keeps it. @throws Error where there is no such process, and on other systems */
export function usedBy(pid: number): Used {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  // The first figure is the time on a processor, in nanoseconds (the kernel's own documentation of sched-stats).
  const nanoseconds = threads.map((file) => Number(readFileSync(file, "utf8").split(" ")[0]));
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpu: nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6, rss: Number(resident) / 1000 };
}
