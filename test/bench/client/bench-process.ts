import { fork, type Serializable } from "node:child_process";
import { once } from "node:events";

/** A child process of the benchmark that replies to each message with one message. */
export interface BenchProcess {
  readonly pid: number;
  /**
   * Waits for the process's next message.
   * @throws Error if the process exits instead
   */
  nextMessage(): Promise<unknown>;
  request(message: Serializable): Promise<unknown>;
  stop(): void;
}

/** Starts a module as a child process. Its output goes to standard error, because standard output is for the report. */
export function startBenchProcess(module: string, ...args: readonly string[]): BenchProcess {
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
    nextMessage,
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
