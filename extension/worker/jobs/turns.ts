import type { Job } from "../../lists/job.ts";
import { createNap, type Nap } from "./nap.ts";
import type { Parts } from "./parts.ts";
import { runJob } from "./run-job.ts";
import { hasEnded } from "./store.ts";

/** An account's turn: the job that is at work. */
interface Turn {
  id: string | undefined;
  stop: AbortController;
  /** There may be more to do than there was at the last look. */
  again: boolean;
  readonly nap: Nap;
  over: Promise<void>;
}

/** Who is at work: one job an account. */
export interface Turns {
  /** Works through an account's jobs, unless that is being done. */
  readonly advance: (account: string) => void;
  readonly isAtWork: (job: Job) => boolean;
  /** Ends a job before what was not sent. What it is to become is written down by then. */
  readonly stop: (job: Job) => void;
  /** The network is back. */
  readonly online: () => void;
  /** Resolves when nothing is at work; of one account, where it is named. */
  readonly idle: (account?: string) => Promise<void>;
}

/** May a job go on by itself? */
export function isOpen(job: Job): boolean {
  return !hasEnded(job) && job.state !== "paused";
}

/** Whose turn it is: whatever somebody waits to see stopped, then the oldest. @param jobs the newest first */
function nextOf(jobs: readonly Job[]): Job | undefined {
  const open = jobs.filter(isOpen).toReversed();
  return open.find(({ state }) => state === "cancelling" || state === "pausing") ?? open[0];
}

export function createTurns(parts: Parts): Turns {
  const { store, clock } = parts;
  const turns = new Map<string, Turn>();

  /** Works through an account's jobs, unless that is being done. */
  function advance(account: string): void {
    const turn = turns.get(account);
    if (turn) {
      turn.again = true;
      return;
    }
    const nap = createNap(clock);
    const made: Turn = { id: undefined, stop: new AbortController(), again: true, nap, over: Promise.resolve() };
    turns.set(account, made);
    // What could not even be written down is gone on with at the next start.
    made.over = takeTurns(account, made).catch((error: unknown) => console.error(error));
  }

  async function takeTurns(account: string, turn: Turn): Promise<void> {
    try {
      while (turn.again) {
        turn.again = false;
        const next = nextOf(await store.jobs(account));
        if (!next) continue;
        turn.again = true;
        turn.stop = new AbortController();
        turn.id = next.id;
        await runJob(parts, turn.nap, next.id, turn.stop.signal);
        turn.id = undefined;
      }
    } finally {
      turns.delete(account);
    }
  }

  const isAtWork = ({ id, account }: Job) => turns.get(account)?.id === id;

  return {
    advance,
    isAtWork,
    stop(job) {
      if (isAtWork(job)) turns.get(job.account)?.stop.abort();
    },
    online() {
      for (const { nap } of turns.values()) nap.wake("offline");
    },
    async idle(account) {
      for (;;) {
        const [turn] = account === undefined ? turns.values() : [turns.get(account)];
        if (!turn) return;
        await turn.over;
      }
    },
  };
}
