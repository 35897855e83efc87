import type { VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import type { Priority } from "../middleware.ts";
import type { RateLimitReading, RateLimitRejection } from "../response/rate-limit.ts";
import type { ScheduledJob, Slot } from "./job.ts";
import { createKeyedMutex } from "./keyed-mutex.ts";
import { PACE_PRESETS, type PaceLimits, type PacePreset } from "./limits.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";

export interface TestCall extends Partial<Omit<ScheduledJob, "onStart" | "onWait">> {
  readonly priority?: Priority;
}

/** State of a scheduled call. */
export interface TestJob {
  /** Its slot, once it has one. */
  readonly slot: () => Slot | undefined;
  /** The first reason it waited for. */
  readonly waitReason: () => string | undefined;
  readonly cancel: () => void;
}

/** A scheduler with the limits of a preset and no jitter. */
export function createTestScheduler(
  clock: VirtualClock,
  limits: PacePreset | PaceLimits = "published",
  random = () => 0,
): Scheduler {
  const mutex = createKeyedMutex();
  return createScheduler({ limits: typeof limits === "string" ? PACE_PRESETS[limits] : limits, clock, random, mutex });
}

export function schedule(scheduler: Scheduler, call: TestCall = {}): TestJob {
  let slot: Slot | undefined;
  let waitReason: string | undefined;
  const cancel = scheduler.acquire({
    cost: 1,
    createsContent: false,
    isWrite: false,
    resource: "core",
    serial: undefined,
    priority: "normal",
    isPrompt: true,
    ...call,
    onStart(granted) {
      slot = granted;
    },
    onWait(reason) {
      waitReason ??= reason;
    },
  });
  return { slot: () => slot, waitReason: () => waitReason, cancel };
}

/** A write with the default cost. */
export const WRITE: TestCall = { cost: 5, isWrite: true, priority: "bulk" };

/** Ends a job with a successful response. */
export function succeed({ slot }: TestJob, rate?: RateLimitReading): void {
  slot()?.release({ response: { isFree: false, rate } });
}

/** Ends a job with a rate-limit response that requests a wait. */
export function reject({ slot }: TestJob, wait?: number, extra: Partial<RateLimitRejection> = {}): void {
  slot()?.release({ response: { isFree: false, rate: undefined }, rejection: { wait, spent: false, ...extra } });
}

/**
 * Schedules several calls at once.
 * @returns the jobs that started; the others are cancelled
 */
export function startedJobs(scheduler: Scheduler, count: number, call?: TestCall): readonly TestJob[] {
  const jobs = Array.from({ length: count }, () => schedule(scheduler, call));
  for (const { cancel } of jobs) cancel();
  return jobs.filter(({ slot }) => slot() !== undefined);
}
