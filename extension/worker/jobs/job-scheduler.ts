import type { Job } from "../../lists/job.ts";
import type { JobDeps } from "./job-deps.ts";
import { runJob } from "./run-job.ts";
import { isRunnable } from "./suspension.ts";
import { createWakeableSleep, type WakeableSleep } from "./wakeable-sleep.ts";

/** The run of an account's jobs, one after the other. */
interface AccountRun {
  jobId: string | undefined;
  stop: AbortController;
  /** Whether jobs may have been added since the last check. */
  shouldRecheck: boolean;
  readonly wakeableSleep: WakeableSleep;
  finished: Promise<void>;
}

/** Runs one job at a time for each account. */
export interface JobScheduler {
  /** Runs an account's jobs, unless a run is in progress. */
  readonly runAccount: (account: string) => void;
  readonly isRunning: (job: Job) => boolean;
  /** Stops a running job before its next request. Its new state must have been stored. */
  readonly stop: (job: Job) => void;
  /** Ends waits for the network. */
  readonly wakeOffline: () => void;
  /** Resolves when no job of the account, or of any account, is running. */
  readonly whenIdle: (account?: string) => Promise<void>;
}

/**
 * Returns the next job to run: jobs that are being stopped first, then the oldest.
 * @param jobs newest first
 */
function nextJob(jobs: readonly Job[]): Job | undefined {
  const runnable = jobs.filter(isRunnable).toReversed();
  return runnable.find(({ state }) => state === "cancelling" || state === "pausing") ?? runnable[0];
}

export function createJobScheduler(deps: JobDeps): JobScheduler {
  const { store, clock } = deps;
  const runs = new Map<string, AccountRun>();

  function runAccount(account: string): void {
    const run = runs.get(account);
    if (run) {
      run.shouldRecheck = true;
      return;
    }
    const wakeableSleep = createWakeableSleep(clock);
    const newRun: AccountRun = {
      jobId: undefined,
      stop: new AbortController(),
      shouldRecheck: true,
      wakeableSleep,
      finished: Promise.resolve(),
    };
    runs.set(account, newRun);
    // Errors of the store end the run. The next worker start resumes the jobs.
    newRun.finished = runJobs(account, newRun).catch((error: unknown) => console.error(error));
  }

  async function runJobs(account: string, run: AccountRun): Promise<void> {
    try {
      while (run.shouldRecheck) {
        run.shouldRecheck = false;
        const next = nextJob(await store.jobs(account));
        if (!next) continue;
        run.shouldRecheck = true;
        run.stop = new AbortController();
        run.jobId = next.id;
        await runJob(deps, run.wakeableSleep, next.id, run.stop.signal);
        run.jobId = undefined;
      }
    } finally {
      runs.delete(account);
    }
  }

  const isRunning = ({ id, account }: Job) => runs.get(account)?.jobId === id;

  return {
    runAccount,
    isRunning,
    stop(job) {
      if (isRunning(job)) runs.get(job.account)?.stop.abort();
    },
    wakeOffline() {
      for (const { wakeableSleep } of runs.values()) wakeableSleep.wake("offline");
    },
    async whenIdle(account) {
      for (;;) {
        const [run] = account === undefined ? runs.values() : [runs.get(account)];
        if (!run) return;
        await run.finished;
      }
    },
  };
}
