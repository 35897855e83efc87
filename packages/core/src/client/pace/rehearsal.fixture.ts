import type { VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import type { RateLimitRefusal, RateReading } from "../answer/rate-limit.ts";
import type { Priority } from "../chain.ts";
import type { Job, Place } from "./job.ts";
import { PRESETS, type Preset, type Share } from "./limits.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";

/** A call of a test, as far as limits are concerned. */
export interface Call extends Partial<Omit<Job, "go" | "waits">> {
  readonly priority?: Priority;
}

/** What became of a call. */
export interface Asked {
  /** Its place, once it has one. */
  readonly place: () => Place | undefined;
  /** What it waited for first. */
  readonly waited: () => string | undefined;
  readonly giveUp: () => void;
}

/** A scheduler with all the limits of a preset, and no jitter. */
export function schedulerOf(clock: VirtualClock, preset: Preset = "published", share: Share = { part: 1, of: 1 }) {
  return createScheduler(PRESETS[preset], share, clock, () => 0);
}

export function ask(scheduler: Scheduler, call: Call = {}): Asked {
  let place: Place | undefined;
  let waited: string | undefined;
  const giveUp = scheduler.enter({
    ...{ cost: 1, createsContent: false, isWrite: false, resource: "core", serial: undefined, priority: "normal" },
    ...call,
    go(given) {
      place = given;
    },
    waits(reason) {
      waited ??= reason;
    },
  });
  return { place: () => place, waited: () => waited, giveUp };
}

/** A write of the most usual cost. */
export const WRITE: Call = { cost: 5, isWrite: true, priority: "bulk" };

/** A good answer. */
export function answer({ place }: Asked, rate?: RateReading): void {
  place()?.leave({ answer: { isFree: false, rate } });
}

/** An answer that says "too quickly". */
export function refuse({ place }: Asked, until?: number, more: Partial<RateLimitRefusal> = {}): void {
  place()?.leave({ answer: { isFree: false, rate: undefined }, refusal: { until, spent: false, ...more } });
}

/** Asks for so many at once. @returns those that go; the others have given up */
export function goers(scheduler: Scheduler, count: number, call?: Call): readonly Asked[] {
  const asked = Array.from({ length: count }, () => ask(scheduler, call));
  for (const { giveUp } of asked) giveUp();
  return asked.filter(({ place }) => place() !== undefined);
}
