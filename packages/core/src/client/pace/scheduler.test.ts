import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../../test/test-size.ts";
import type { ScheduledJob, Slot } from "./job.ts";
import { serialKey } from "./keyed-mutex.ts";
import type { PaceLimits } from "./limits.ts";
import {
  createTestScheduler,
  reject,
  schedule,
  startedJobs,
  succeed,
  type TestCall,
  type TestJob,
  WRITE,
} from "./scheduler.fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits that a test reaches quickly. */
const TIGHT: PaceLimits = { points: 40, content: 3, contentPerHour: 8, cpu: 1e6, inFlight: 5, writeGap: 0 };

/** Serial key of a branch; without a name it matches every branch. */
const branch = (name: string | undefined) => serialKey(["repo", "branch"], { repo: "r", branch: name });

interface PlannedTestCall {
  readonly job: Omit<ScheduledJob, "onStart" | "onWait">;
  /** Milliseconds since the previous call. */
  readonly gap: number;
  /** Milliseconds until the call reaches the service. */
  readonly toService: number;
  /** Milliseconds from then until the response arrives. */
  readonly toClient: number;
  /** Milliseconds until the caller gives up; undefined if it never does. */
  readonly giveUpAfter: number | undefined;
}

const plannedCall: fc.Arbitrary<PlannedTestCall> = fc.record({
  job: fc.record({
    cost: fc.constantFrom(1, 5),
    createsContent: fc.boolean(),
    isWrite: fc.boolean(),
    resource: fc.constantFrom("core", "search", null),
    serial: fc.constantFrom(undefined, undefined, branch(undefined), branch("main"), branch("MAIN"), branch("dev")),
    priority: fc.constantFrom("interactive", "normal", "bulk"),
    isPrompt: fc.boolean(),
  }),
  gap: fc.nat(3000),
  toService: fc.nat(1900),
  toClient: fc.nat(20_000),
  giveUpAfter: fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: fc.nat(90_000), weight: 1 }),
});

/** A call as the service sees it. */
interface ServiceArrival {
  readonly at: number;
  readonly job: PlannedTestCall["job"];
}

/** Runs a plan on a virtual clock. */
async function simulate(plan: readonly PlannedTestCall[], limits: PaceLimits) {
  const clock = createVirtualClock();
  const scheduler = createTestScheduler(clock, limits, () => 0.5);
  const arrivals: ServiceArrival[] = [];
  const active = new Set<PlannedTestCall>();
  const waiting = new Set<PlannedTestCall>();
  let mostActive = 0;
  const conflicts: PlannedTestCall[] = [];
  const conflict = (a: PlannedTestCall, b: PlannedTestCall) => {
    const [left, right] = [a.job.serial?.values, b.job.serial?.values];
    const matches = (index: number) =>
      left?.[index] === undefined || right?.[index] === undefined || left[index] === right[index];
    return left !== undefined && right !== undefined && matches(0) && matches(1);
  };
  const start = (call: PlannedTestCall) => {
    waiting.add(call);
    const onStart = (slot: Slot) => {
      waiting.delete(call);
      if (Array.from(active).some((other) => conflict(call, other))) conflicts.push(call);
      active.add(call);
      mostActive = Math.max(mostActive, active.size);
      arrivals.push({ at: clock.monotonic() + call.toService, job: call.job });
      let isOver = false;
      const end = (result: Parameters<Slot["release"]>[0]) => {
        if (isOver) return;
        isOver = true;
        active.delete(call);
        slot.release(result);
      };
      clock.after(call.toService + call.toClient, () => end({ response: { isFree: false, rate: undefined } }));
      if (call.giveUpAfter !== undefined) clock.after(call.giveUpAfter, () => end({}));
    };
    const cancel = scheduler.acquire({ ...call.job, onStart, onWait: () => undefined });
    if (call.giveUpAfter === undefined) return;
    clock.after(call.giveUpAfter, () => {
      waiting.delete(call);
      cancel();
    });
  };
  let at = 0;
  for (const call of plan) {
    at += call.gap;
    clock.after(at, () => start(call));
  }
  await clock.advance(3 * HOUR);
  return { arrivals, mostActive, conflicts, waiting, timers: clock.pendingTimers(), scheduler };
}

/** Highest sum that the service counts within any span. */
function maxInSpan(
  arrivals: readonly ServiceArrival[],
  span: number,
  costOf: (job: PlannedTestCall["job"]) => number,
): number {
  const sums = arrivals.map(({ at }) =>
    arrivals
      .filter((arrival) => arrival.at > at - span && arrival.at <= at)
      .reduce((sum, { job }) => sum + costOf(job), 0),
  );
  return Math.max(0, ...sums);
}

describe("any sequence of calls, responses and aborts", () => {
  test("the service never sees more than its limits, every waiting call is sent, and no timer is left", async () => {
    const plans = fc.array(plannedCall, { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { arrivals, mostActive, conflicts, waiting, timers } = await simulate(plan, TIGHT);
        const content = ({ createsContent }: PlannedTestCall["job"]) => (createsContent ? 1 : 0);
        expect(maxInSpan(arrivals, MINUTE, ({ cost }) => cost)).toBeLessThanOrEqual(TIGHT.points);
        expect(maxInSpan(arrivals, MINUTE, content)).toBeLessThanOrEqual(TIGHT.content);
        expect(maxInSpan(arrivals, HOUR, content)).toBeLessThanOrEqual(TIGHT.contentPerHour);
        expect(mostActive).toBeLessThanOrEqual(TIGHT.inFlight);
        expect(conflicts).toEqual([]);
        // Calls that create content can need more hours than were simulated.
        expect(Array.from(waiting).filter(({ job }) => !job.createsContent && !job.serial)).toEqual([]);
        if (waiting.size === 0) expect(timers).toBe(0);
      }),
      { numRuns: pickSize(10, 30) },
    );
  });

  test("every call is sent eventually, even under the smallest possible limits", async () => {
    const smallestLimits: PaceLimits = {
      points: 5,
      content: 1,
      contentPerHour: 1000,
      cpu: 1,
      inFlight: 1,
      writeGap: 1000,
    };
    const calls = fc.array(
      plannedCall.map((call) => ({ ...call, giveUpAfter: undefined })),
      { maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(calls, async (plan) => {
        const { arrivals, waiting, timers } = await simulate(plan, smallestLimits);
        expect([arrivals.length, waiting.size, timers]).toEqual([plan.length, 0, 0]);
        expect(maxInSpan(arrivals, MINUTE, ({ cost }) => cost)).toBeLessThanOrEqual(5);
      }),
      { numRuns: pickSize(8, 20) },
    );
  });
});

describe("serial calls", () => {
  const main: TestCall = { ...WRITE, serial: branch("main") };
  const dev: TestCall = { ...WRITE, serial: branch("Dev") };
  const anyBranch: TestCall = { ...WRITE, serial: branch(undefined) };
  const haveStarted = (...jobs: readonly TestJob[]) => jobs.map(({ slot }) => slot() !== undefined);

  test("wait for a call with the same key, case-insensitively, and for no other", () => {
    const scheduler = createTestScheduler(createVirtualClock());
    const [a, b, c] = [
      schedule(scheduler, main),
      schedule(scheduler, { ...WRITE, serial: branch("MAIN") }),
      schedule(scheduler, dev),
    ];
    expect([haveStarted(a, b, c), b.waitReason()]).toEqual([[true, false, true], "serial"]);
    succeed(a);
    expect(haveStarted(b)).toEqual([true]);
  });

  test("that conflict with all others are not starved", () => {
    const scheduler = createTestScheduler(createVirtualClock());
    const [a, all, b] = [schedule(scheduler, main), schedule(scheduler, anyBranch), schedule(scheduler, dev)];
    // The third call would also conflict with the second one.
    expect(haveStarted(a, all, b)).toEqual([true, false, false]);
    succeed(a);
    expect(haveStarted(all, b)).toEqual([true, false]);
    const c = schedule(scheduler, main);
    succeed(all);
    expect(haveStarted(b, c)).toEqual([true, true]);
  });

  test("run in order of arrival, urgent ones first", () => {
    const scheduler = createTestScheduler(createVirtualClock());
    const [a, b, c] = [schedule(scheduler, main), schedule(scheduler, main), schedule(scheduler, main)];
    const click = schedule(scheduler, { ...main, priority: "interactive" });
    for (const [ended, next] of [
      [a, click],
      [click, b],
      [b, c],
    ] as const) {
      expect(haveStarted(next)).toEqual([false]);
      succeed(ended);
      expect(haveStarted(next)).toEqual([true]);
    }
  });

  test("start even if an earlier one is cancelled", () => {
    for (const cancelled of [0, 1, 2]) {
      const scheduler = createTestScheduler(createVirtualClock());
      const first = schedule(scheduler, main);
      const others = [
        schedule(scheduler, main),
        schedule(scheduler, anyBranch),
        schedule(scheduler, dev),
        schedule(scheduler, main),
      ];
      others[cancelled]?.cancel();
      succeed(first);
      for (let round = 0; round < others.length; round++) for (const job of others) succeed(job);
      expect(haveStarted(...others)).toEqual(others.map((_, index) => index !== cancelled));
    }
  });
});

describe("a rejection", () => {
  test("pauses all calls, even urgent ones, until its retry time; then concurrency doubles step by step", async () => {
    const clock = createVirtualClock();
    const scheduler = createTestScheduler(clock);
    const first = schedule(scheduler);
    reject(first, 30_000);
    const click = schedule(scheduler, { priority: "interactive" });
    const rest = Array.from({ length: 20 }, () => schedule(scheduler));
    await clock.advance(29_999);
    expect([click.slot(), click.waitReason()]).toEqual([undefined, "pause"]);
    await clock.advance(1);
    const all = [click, ...rest];
    const startedCount = () => all.filter(({ slot }) => slot() !== undefined).length;
    const newlyStarted: number[] = [];
    for (
      let before = 0, now = startedCount();
      now > before && newlyStarted.length < 4;
      [before, now] = [now, startedCount()]
    ) {
      newlyStarted.push(now - before);
      for (const job of all.slice(before, now)) succeed(job);
    }
    expect(newlyStarted).toEqual([1, 2, 4, 8]);
  });

  test("without a retry time pauses all calls for a minute, doubling with each consecutive rejection", async () => {
    const clock = createVirtualClock();
    const scheduler = createTestScheduler(clock);
    const waits: number[] = [];
    for (let round = 0; round < 9; round++) {
      const began = clock.monotonic();
      const job = schedule(scheduler);
      while (!job.slot()) await clock.advance(MINUTE);
      waits.push((clock.monotonic() - began) / MINUTE);
      reject(job);
    }
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test("counts once for all calls that were in flight", async () => {
    const clock = createVirtualClock();
    const scheduler = createTestScheduler(clock);
    const burst = startedJobs(scheduler, 10, WRITE);
    for (const job of burst) reject(job);
    const next = schedule(scheduler, WRITE);
    await clock.advance(MINUTE);
    expect(next.slot()).toBeDefined();
    // The concurrency is now limited to five, half of the burst.
    succeed(next);
    for (let round = 0; round < 10; round++) for (const job of startedJobs(scheduler, 5, WRITE)) succeed(job);
    expect(startedJobs(scheduler, 20, WRITE)).toHaveLength(5);
  });

  test("adds less than a second of jitter", async () => {
    const clock = createVirtualClock();
    const scheduler = createTestScheduler(clock, TIGHT, () => 0.999);
    reject(schedule(scheduler), 5000);
    const next = schedule(scheduler);
    await clock.advance(5998);
    expect(next.slot()).toBeUndefined();
    await clock.advance(2);
    expect(next.slot()).toBeDefined();
  });

  test("for an exhausted primary limit stops only calls of that resource", async () => {
    const clock = createVirtualClock();
    const scheduler = createTestScheduler(clock);
    reject(schedule(scheduler, { resource: "search" }), MINUTE, { spent: true });
    const [search, core] = [schedule(scheduler, { resource: "search" }), schedule(scheduler)];
    expect([search.waitReason(), core.slot() !== undefined]).toEqual(["primary", true]);
    await clock.advance(MINUTE + 1000);
    expect(search.slot()).toBeDefined();
  });

  test("never blocks a call forever, however often it is repeated", async () => {
    const clock = createVirtualClock();
    const scheduler = createTestScheduler(clock);
    for (let round = 0; round < 60; round++) {
      for (const job of startedJobs(scheduler, 3, { ...WRITE, createsContent: true })) reject(job, 1000);
      await clock.advance(2000);
    }
    const last = schedule(scheduler, { ...WRITE, createsContent: true });
    await clock.advance(2 * HOUR);
    expect(last.slot()).toBeDefined();
  });
});

describe("priorities", () => {
  test("an interactive call starts immediately, whatever the number of bulk calls", () => {
    const scheduler = createTestScheduler(createVirtualClock());
    for (let count = 0; count < 1000; count++) schedule(scheduler, WRITE);
    expect(startedJobs(scheduler, 15, { priority: "interactive" })).toHaveLength(15);
  });

  test("an interactive call starts immediately while the bulk calls' points are used up", async () => {
    const clock = createVirtualClock();
    const scheduler = createTestScheduler(clock);
    const jobs = Array.from({ length: 300 }, () => schedule(scheduler, WRITE));
    for (let round = 0; round < 100; round++) for (const job of jobs) succeed(job);
    expect(jobs.filter(({ slot }) => slot() !== undefined)).toHaveLength(177);
    const clicks = startedJobs(scheduler, 20, { priority: "interactive" });
    expect(clicks).toHaveLength(15);
    expect(schedule(scheduler, { priority: "interactive" }).waitReason()).toBe("points");
  });

  test("normal calls start before bulk calls, however late they arrive", () => {
    const scheduler = createTestScheduler(createVirtualClock());
    const active = Array.from({ length: 50 }, () => schedule(scheduler));
    const [bulk, normal] = [schedule(scheduler, WRITE), schedule(scheduler)];
    for (const job of active.slice(0, 1)) succeed(job);
    expect([bulk.slot(), normal.slot() !== undefined]).toEqual([undefined, true]);
  });

  test("many calls start one after another, but prompt ones and those of a service without limits don't wait", async () => {
    const clock = createVirtualClock();
    const scheduler = createTestScheduler(clock);
    const patient = Array.from({ length: 50 }, () => schedule(scheduler, { isPrompt: false }));
    const started = () => patient.filter(({ slot }) => slot()).length;
    const first = started();
    expect(first).toBeLessThan(10);
    expect(schedule(scheduler).slot()).toBeDefined();
    await clock.advance(50);
    expect(started()).toBeGreaterThan(first);
    expect(started()).toBeLessThan(50);
    await clock.advance(500);
    expect(started()).toBe(49);
    expect(clock.pendingTimers()).toBe(0);
    const unlimited = createTestScheduler(clock, "off");
    expect(Array.from({ length: 50 }, () => schedule(unlimited, { isPrompt: false })).every(({ slot }) => slot())).toBe(
      true,
    );
  });

  test("calls that wait for one limit do not block calls that do not need it", () => {
    const scheduler = createTestScheduler(createVirtualClock());
    const content = { ...WRITE, createsContent: true };
    const contentJobs = Array.from({ length: 100 }, () => schedule(scheduler, content));
    for (let round = 0; round < 20; round++) for (const job of contentJobs) succeed(job);
    expect(contentJobs.at(-1)?.slot()).toBeUndefined();
    expect([schedule(scheduler, WRITE), schedule(scheduler)].map(({ slot }) => slot() !== undefined)).toEqual([
      true,
      true,
    ]);
  });
});

test("a wait listener can start and cancel calls synchronously", async () => {
  const clock = createVirtualClock();
  const scheduler = createTestScheduler(clock);
  reject(schedule(scheduler, { resource: "search" }), MINUTE, { spent: true });
  const inner: TestJob[] = [];
  const unused = { onStart: () => undefined, serial: undefined, isPrompt: true };
  const job = { cost: 5, createsContent: true, isWrite: true, resource: "core", priority: "bulk", ...unused } as const;
  reject(schedule(scheduler, { ...job }), HOUR);
  scheduler.acquire({
    ...job,
    onWait() {
      inner.push(schedule(scheduler, { resource: "search" }));
      inner.at(-1)?.cancel();
      inner.push(schedule(scheduler, { priority: "interactive" }));
    },
  });
  await clock.advance(HOUR);
  expect(inner.map(({ slot }) => slot() !== undefined)).toEqual([false, true]);
  expect(clock.pendingTimers()).toBe(0);
});

test("a call that is cancelled in flight counts for longer, since it may still reach the service", async () => {
  const clock = createVirtualClock();
  const scheduler = createTestScheduler(clock, { ...TIGHT, points: 5 });
  schedule(scheduler, WRITE).slot()?.release({});
  const next = schedule(scheduler, WRITE);
  await clock.advance(MINUTE + 1999);
  expect(next.slot()).toBeUndefined();
  await clock.advance(100);
  next.slot()?.release({ isUnsent: true });
  // A call that was never sent has used nothing.
  expect(schedule(scheduler, WRITE).slot()).toBeDefined();
});

test("a call scheduled by a wait listener starts in time", async () => {
  const clock = createVirtualClock();
  const scheduler = createTestScheduler(clock, { ...TIGHT, content: 1 });
  reject(schedule(scheduler, { resource: "search" }), MINUTE / 2, { spent: true });
  succeed(schedule(scheduler, { ...WRITE, createsContent: true }));
  const main = { ...WRITE, serial: branch("main") };
  schedule(scheduler, main);
  const [other] = [schedule(scheduler), schedule(scheduler)];
  schedule(scheduler, { ...WRITE, createsContent: true });
  let click: TestJob | undefined;
  scheduler.acquire({
    cost: 5,
    createsContent: false,
    isWrite: true,
    resource: "core",
    priority: "bulk",
    isPrompt: true,
    serial: branch("main"),
    onStart: () => undefined,
    onWait(reason) {
      if (reason === "serial") click = schedule(scheduler, { resource: "search", priority: "interactive" });
    },
  });
  succeed(other);
  await clock.advance(MINUTE / 2 + 1000);
  expect(click?.slot()).toBeDefined();
});

test("any number of queued calls can be cancelled, and the others keep their order", async () => {
  const clock = createVirtualClock();
  const scheduler = createTestScheduler(clock);
  reject(schedule(scheduler), 1000);
  const all = Array.from({ length: 4000 }, () => schedule(scheduler));
  const remaining = all.filter((job, index) => {
    if (index % 400 !== 0) job.cancel();
    return index % 400 === 0;
  });
  await clock.advance(1000);
  for (const job of remaining) {
    expect(job.slot()).toBeDefined();
    succeed(job);
  }
  expect(clock.pendingTimers()).toBe(0);
});
