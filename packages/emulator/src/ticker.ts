import { stageOf } from "./deliveries/events/workflows.ts";
import { nextTurnTime, progressAll } from "./imports/progress.ts";
import { nextMoment } from "./state/workflow-jobs.ts";
import { settleRuns } from "./state/workflow-machine.ts";
import type { World } from "./world.ts";

// What goes on by itself is reckoned when somebody looks. Webhooks wait for what nobody looks at: somebody always does.

/** Looks at what goes on by itself when its time has come. */
export interface Ticker {
  stop(): void;
}

/** The service's clock need not go as fast as the machine's: whoever waits looks at it so often, in milliseconds. */
const LONGEST_WAIT = 1000;

/** What says when something is due. */
const TABLES = ["workflow_jobs", "workflow_runs", "source_imports", "import_sources"];

/** Brings everything that goes on by itself to where it stands now, one thing after the other as they happened. */
export function catchUp(world: World): void {
  const now = world.now();
  for (let at = nextTurnTime(world); at !== undefined && at <= now.getTime(); at = nextTurnTime(world)) {
    const then = new Date(at);
    settleRuns(stageOf(world), then);
    progressAll({ ...world, now: () => then });
  }
  settleRuns(stageOf(world), now);
}

/**
 * From now on everything takes its steps when they are due, and at once when the clock is put forward. Nothing keeps the
 * process alive for it, and nothing is looked at while nothing goes on.
 */
export function createTicker(world: World): Ticker {
  const { db, clock } = world;
  let timer: NodeJS.Timeout | undefined;
  let isArming = false;
  let isStopped = false;

  function look(): void {
    if (isStopped) return;
    try {
      catchUp(world);
      arm();
    } catch (error) {
      // Nobody waits for an answer that could say so. What stands in the way may be gone when something changes.
      const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`What goes on by itself: ${told}\n`);
    }
  }

  function arm(): void {
    isArming = false;
    clearTimeout(timer);
    if (isStopped) return;
    const due = nextTime(world);
    if (due === undefined) return;
    timer = setTimeout(look, Math.max(0, Math.min(due - world.now().getTime(), LONGEST_WAIT))).unref();
  }

  /** Waits until whoever is changing something is through with it. */
  function armSoon(): void {
    if (isArming) return;
    isArming = true;
    queueMicrotask(arm);
  }

  db.watch(TABLES, armSoon);
  clock.onChange(look);
  armSoon();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** When something is next due, in milliseconds; undefined: nothing goes on. */
function nextTime(world: World): number | undefined {
  const { db } = world;
  const moment = db.remember("next moment of a run", () => nextMoment(db));
  const times = [moment === undefined ? [] : Date.parse(moment), nextTurnTime(world) ?? []].flat();
  return times.length > 0 ? Math.min(...times) : undefined;
}
