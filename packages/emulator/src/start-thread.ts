import type { Worker } from "node:worker_threads";

/**
 * Starts a worker thread.
 * @param module the thread's module in this folder, without its extension; in the bundle, all modules are in one folder
 */
export function startThread(module: string): Worker {
  const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
  const file = import.meta.url.endsWith(".ts") ? `./${module}.ts` : `./${module.split("/").at(-1)}.js`;
  const url = new URL(file, import.meta.url);
  // `--input-type`, an option for `node -e`, would prevent the thread from starting. Threads inherit options that they
  // would refuse if they were passed, such as V8's.
  const execArgv = process.execArgv.filter((option) => !option.startsWith("--input-type"));
  return execArgv.length === process.execArgv.length ? new Thread(url) : new Thread(url, { execArgv });
}
