import { fork, type Serializable } from "node:child_process";
import { once } from "node:events";

/** A process of the bench's that answers each message with one of its own. */
export interface Child {
  readonly pid: number;
  /** What it says next. @throws Error where it ends instead */
  heard(): Promise<unknown>;
  ask(question: Serializable): Promise<unknown>;
  stop(): void;
}

/** Starts a module as a process. What it prints goes to standard error, for standard output is the report's. */
export function startChild(module: string, ...args: readonly string[]): Child {
  const child = fork(module, args, { stdio: ["ignore", process.stderr, process.stderr, "ipc"] });
  const ended = once(child, "exit").then(([code]: unknown[]) => {
    throw new Error(`${[module, ...args].join(" ")} ended, code ${code}`);
  });
  // It ends unheard where nobody asks any more.
  ended.catch(() => undefined);
  const heard = async () => {
    const [message]: unknown[] = await Promise.race([once(child, "message"), ended]);
    return message;
  };
  return {
    pid: child.pid ?? 0,
    heard,
    ask: (question) => {
      const answer = heard();
      child.send(question);
      return answer;
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
