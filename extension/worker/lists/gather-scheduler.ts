import { createWakeableSleep, type WakeableSleep } from "../jobs/wakeable-sleep.ts";
import { gather, isUnfinished } from "./gather.ts";
import type { GatherDeps } from "./gather-deps.ts";

/** Gathers entries, with at most one run per account. */
export interface GatherScheduler {
  /** Gathers an account's entries again, or continues a run that was recently stopped. */
  readonly refresh: (account: string) => void;
  /** Reads all watch states that have not been read since the last refresh. */
  readonly checkAll: (account: string) => void;
  readonly stop: (account: string) => Promise<void>;
  readonly stopAll: () => Promise<void>;
  /** Resumes unfinished runs after a worker start. */
  readonly resumeAll: () => Promise<void>;
  /** Ends waits for the network. */
  readonly wakeOffline: () => void;
  /** Resolves when nothing is being gathered. */
  readonly whenIdle: () => Promise<void>;
}

interface RunningGather {
  readonly stop: AbortController;
  readonly wakeableSleep: WakeableSleep;
  readonly finished: Promise<void>;
}

export function createGatherScheduler(deps: GatherDeps): GatherScheduler {
  const running = new Map<string, RunningGather>();

  function start(account: string, checkAll: boolean): void {
    if (running.has(account)) return;
    const [stop, wakeableSleep] = [new AbortController(), createWakeableSleep(deps.clock)];
    const finished = gather(deps, { account, checkAll, wakeableSleep, signal: stop.signal })
      // Errors of the database end the run. The next worker start resumes it.
      .catch((error: unknown) => console.error(error))
      .finally(() => running.delete(account));
    running.set(account, { stop, wakeableSleep, finished });
  }

  const refresh = (account: string) => start(account, false);

  async function stop(account: string): Promise<void> {
    const current = running.get(account);
    current?.stop.abort();
    await current?.finished;
  }

  return {
    refresh,
    checkAll: (account) => start(account, true),
    stop,
    async stopAll() {
      await Promise.all([...running.keys()].map(stop));
    },
    async resumeAll() {
      for (const gathering of await deps.lists.getAll("gatherings")) {
        if (isUnfinished(gathering)) refresh(gathering.account);
      }
    },
    wakeOffline() {
      for (const { wakeableSleep } of running.values()) wakeableSleep.wake("offline");
    },
    async whenIdle() {
      await Promise.all(Array.from(running.values(), ({ finished }) => finished));
    },
  };
}
