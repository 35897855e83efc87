import { engineContextFor } from "./deliveries/events/workflows.ts";
import type { EmulatorContext } from "./emulator-context.ts";
import { advanceAllImports, nextImportStepTime } from "./imports/advance-import.ts";
import { advanceRuns } from "./state/workflow-engine.ts";
import { nextDueTime } from "./state/workflow-jobs.ts";

// Timed state changes are computed when state is read. Webhooks for them must go out even if nothing reads the state,
// so a timer triggers the computation.

/** Advances timed state changes when they are due. */
export interface Ticker {
  stop(): void;
}

/** Maximum timer delay in milliseconds. The emulator's clock can run at a different speed than the system clock. */
const MAX_WAIT = 1000;

/** Tables that determine the next due time. */
const SCHEDULE_TABLES = ["workflow_jobs", "workflow_runs", "source_imports", "import_sources"];

/** Advances all timed state changes to the current time, in the order of their due times. */
export function catchUp(context: EmulatorContext): void {
  const now = context.now();
  for (
    let at = nextImportStepTime(context);
    at !== undefined && at <= now.getTime();
    at = nextImportStepTime(context)
  ) {
    const then = new Date(at);
    advanceRuns(engineContextFor(context), then);
    advanceAllImports({ ...context, now: () => then });
  }
  advanceRuns(engineContextFor(context), now);
}

/**
 * Advances timed state changes when they are due, and immediately when the clock is set forward. Doesn't keep the
 * process alive, and sets no timer while nothing is scheduled.
 */
export function createTicker(context: EmulatorContext): Ticker {
  const { db, clock } = context;
  let timer: NodeJS.Timeout | undefined;
  let isScheduling = false;
  let isStopped = false;

  function tick(): void {
    if (isStopped) return;
    try {
      catchUp(context);
      schedule();
    } catch (error) {
      // There is no caller to report the error to. A later change can resolve its cause.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`Advancing timed state changes failed: ${message}\n`);
    }
  }

  function schedule(): void {
    isScheduling = false;
    clearTimeout(timer);
    if (isStopped) return;
    const due = nextTick(context);
    if (due === undefined) return;
    timer = setTimeout(tick, Math.max(0, Math.min(due - context.now().getTime(), MAX_WAIT))).unref();
  }

  /** Waits until the current change is complete. */
  function scheduleSoon(): void {
    if (isScheduling) return;
    isScheduling = true;
    queueMicrotask(schedule);
  }

  db.onTableChange(SCHEDULE_TABLES, scheduleSoon);
  clock.onChange(tick);
  scheduleSoon();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Returns the next due time in milliseconds; undefined if nothing is scheduled. */
function nextTick(context: EmulatorContext): number | undefined {
  const { db } = context;
  const nextRunTime = db.memoize("next due time of workflow runs", () => nextDueTime(db));
  const times = [nextRunTime === undefined ? [] : Date.parse(nextRunTime), nextImportStepTime(context) ?? []].flat();
  return times.length > 0 ? Math.min(...times) : undefined;
}
