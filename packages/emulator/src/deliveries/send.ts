import type { Worker } from "node:worker_threads";
import type { Errand, Failure, Report } from "./sending-thread.ts";

/** Somebody who waits for an errand. */
interface Waiting {
  readonly resolve: (report: Report) => void;
  readonly reject: (error: Error) => void;
}

/** The thread, one for all services of a process, from the first errand on. */
let thread: Worker | undefined;
const waiting = new Map<number, Waiting>();
let count = 0;

/**
 * Signs and posts something, in a thread of its own.
 * @param signal gives it up; it is then as if nobody had been there
 * @throws Error on what can't be sent at all
 */
export function send(errand: Omit<Errand, "id">, signal: AbortSignal): Promise<Report> {
  count += 1;
  const id = count;
  thread ??= startThread();
  const started = thread;
  const cancel = () => started.postMessage({ cancel: id });
  signal.addEventListener("abort", cancel);
  return new Promise<Report>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    started.postMessage({ ...errand, id } satisfies Errand);
  }).finally(() => {
    waiting.delete(id);
    signal.removeEventListener("abort", cancel);
  });
}

function startThread(): Worker {
  const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
  // Beside this file, as it is written or as it is built.
  const file = import.meta.url.endsWith(".ts") ? "./sending-thread.ts" : "./sending-thread.js";
  // What says how a script on the command line is to be read would keep the thread from starting.
  const execArgv = process.execArgv.filter((option) => !option.startsWith("--input-type"));
  const started = new Thread(new URL(file, import.meta.url), { execArgv });
  started.on("message", (report: Report | Failure) => {
    const whose = waiting.get(report.id);
    if ("error" in report) whose?.reject(new Error(report.error));
    else whose?.resolve(report);
  });
  started.on("error", (error) => {
    if (thread === started) thread = undefined;
    for (const { reject } of waiting.values()) reject(error instanceof Error ? error : new Error(String(error)));
  });
  // What is still to be sent doesn't keep a process alive that nothing else does. Whoever listens takes that back, so it is
  // said last.
  started.unref();
  return started;
}
