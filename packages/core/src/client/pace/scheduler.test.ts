import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { sized } from "../../../../../test/effort.ts";
import type { Job, Place } from "./job.ts";
import type { Limits } from "./limits.ts";
import { type Asked, answer, ask, type Call, goers, refuse, schedulerOf, WRITE } from "./rehearsal.fixture.ts";
import { createScheduler } from "./scheduler.ts";
import { serialKey } from "./serial.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits that a test meets soon. */
const TIGHT: Limits = { points: 40, content: 3, contentPerHour: 8, cpu: 1e6, inFlight: 5, writeGap: 0 };

/** A branch whose calls go one at a time; without a name it is any of them. */
const branch = (name: string | undefined) => serialKey(["repo", "branch"], { repo: "r", branch: name });

interface Planned {
  readonly job: Omit<Job, "go" | "waits">;
  /** When it is asked for, after the last; how long it is on its way, and its answer after that. */
  readonly gap: number;
  readonly there: number;
  readonly back: number;
  /** How long its caller has patience, if not for ever. */
  readonly patience: number | undefined;
}

const planned: fc.Arbitrary<Planned> = fc.record({
  job: fc.record({
    cost: fc.constantFrom(1, 5),
    createsContent: fc.boolean(),
    isWrite: fc.boolean(),
    resource: fc.constantFrom("core", "search", null),
    serial: fc.constantFrom(undefined, undefined, branch(undefined), branch("main"), branch("MAIN"), branch("dev")),
    priority: fc.constantFrom("interactive", "normal", "bulk"),
  }),
  gap: fc.nat(3000),
  there: fc.nat(1900),
  back: fc.nat(20_000),
  patience: fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: fc.nat(90_000), weight: 1 }),
});

/** What the service sees of a call. */
interface Arrival {
  readonly at: number;
  readonly job: Planned["job"];
}

/** Works through a plan in its own time. */
async function rehearse(plan: readonly Planned[], limits: Limits) {
  const clock = createVirtualClock();
  const scheduler = createScheduler(limits, { part: 1, of: 1 }, clock, () => 0.5);
  const arrivals: Arrival[] = [];
  const active = new Set<Planned>();
  const waiting = new Set<Planned>();
  let mostActive = 0;
  const clashes: Planned[] = [];
  const clash = (a: Planned, b: Planned) => {
    const [one, other] = [a.job.serial?.values, b.job.serial?.values];
    const agree = (at: number) => one?.[at] === undefined || other?.[at] === undefined || one[at] === other[at];
    return one !== undefined && other !== undefined && agree(0) && agree(1);
  };
  const start = (call: Planned) => {
    waiting.add(call);
    const go = (place: Place) => {
      waiting.delete(call);
      if (Array.from(active).some((other) => clash(call, other))) clashes.push(call);
      active.add(call);
      mostActive = Math.max(mostActive, active.size);
      arrivals.push({ at: clock.now() + call.there, job: call.job });
      let isOver = false;
      const end = (ending: Parameters<Place["leave"]>[0]) => {
        if (isOver) return;
        isOver = true;
        active.delete(call);
        place.leave(ending);
      };
      clock.after(call.there + call.back, () => end({ answer: { isFree: false, rate: undefined } }));
      if (call.patience !== undefined) clock.after(call.patience, () => end({}));
    };
    const giveUp = scheduler.enter({ ...call.job, go, waits: () => undefined });
    if (call.patience === undefined) return;
    clock.after(call.patience, () => {
      waiting.delete(call);
      giveUp();
    });
  };
  let at = 0;
  for (const call of plan) {
    at += call.gap;
    clock.after(at, () => start(call));
  }
  await clock.advance(3 * HOUR);
  return { arrivals, mostActive, clashes, waiting, timers: clock.pendingTimers(), scheduler };
}

/** The most that a service counts in any span of so long. */
function mostIn(arrivals: readonly Arrival[], span: number, weigh: (job: Planned["job"]) => number): number {
  const sums = arrivals.map(({ at }) =>
    arrivals.filter((one) => one.at > at - span && one.at <= at).reduce((sum, { job }) => sum + weigh(job), 0),
  );
  return Math.max(0, ...sums);
}

describe("whatever is asked for, answered and given up", () => {
  test("the service never sees more than its limits, every call goes that is waited for, and no timer is left", async () => {
    const plans = fc.array(planned, { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { arrivals, mostActive, clashes, waiting, timers } = await rehearse(plan, TIGHT);
        const content = ({ createsContent }: Planned["job"]) => (createsContent ? 1 : 0);
        expect(mostIn(arrivals, MINUTE, ({ cost }) => cost)).toBeLessThanOrEqual(TIGHT.points);
        expect(mostIn(arrivals, MINUTE, content)).toBeLessThanOrEqual(TIGHT.content);
        expect(mostIn(arrivals, HOUR, content)).toBeLessThanOrEqual(TIGHT.contentPerHour);
        expect(mostActive).toBeLessThanOrEqual(TIGHT.inFlight);
        expect(clashes).toEqual([]);
        // What makes something may need more hours than were waited.
        expect(Array.from(waiting).filter(({ job }) => !job.createsContent && !job.serial)).toEqual([]);
        if (waiting.size === 0) expect(timers).toBe(0);
      }),
      { numRuns: sized(10, 30) },
    );
  });

  test("every call goes in the end, under the least limits that there can be", async () => {
    const least: Limits = { points: 5, content: 1, contentPerHour: 1000, cpu: 1, inFlight: 1, writeGap: 1000 };
    const calls = fc.array(
      planned.map((call) => ({ ...call, patience: undefined })),
      { maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(calls, async (plan) => {
        const { arrivals, waiting, timers } = await rehearse(plan, least);
        expect([arrivals.length, waiting.size, timers]).toEqual([plan.length, 0, 0]);
        expect(mostIn(arrivals, MINUTE, ({ cost }) => cost)).toBeLessThanOrEqual(5);
      }),
      { numRuns: sized(8, 20) },
    );
  });
});

describe("calls that go one at a time", () => {
  const main: Call = { ...WRITE, serial: branch("main") };
  const dev: Call = { ...WRITE, serial: branch("Dev") };
  const any: Call = { ...WRITE, serial: branch(undefined) };
  const went = (...asked: readonly Asked[]) => asked.map(({ place }) => place() !== undefined);

  test("wait for the one that they agree with, whatever the case of names, and for no other", () => {
    const scheduler = schedulerOf(createVirtualClock());
    const [a, b, c] = [ask(scheduler, main), ask(scheduler, { ...WRITE, serial: branch("MAIN") }), ask(scheduler, dev)];
    expect([went(a, b, c), b.waited()]).toEqual([[true, false, true], "serial"]);
    answer(a);
    expect(went(b)).toEqual([true]);
  });

  test("that agree with all are not overtaken for ever", () => {
    const scheduler = schedulerOf(createVirtualClock());
    const [a, all, b] = [ask(scheduler, main), ask(scheduler, any), ask(scheduler, dev)];
    // The second would have to wait for this one, too, had it gone.
    expect(went(a, all, b)).toEqual([true, false, false]);
    answer(a);
    expect(went(all, b)).toEqual([true, false]);
    const c = ask(scheduler, main);
    answer(all);
    expect(went(b, c)).toEqual([true, true]);
  });

  test("go in the order of arrival, urgent ones first", () => {
    const scheduler = schedulerOf(createVirtualClock());
    const [a, b, c] = [ask(scheduler, main), ask(scheduler, main), ask(scheduler, main)];
    const click = ask(scheduler, { ...main, priority: "interactive" });
    for (const [ended, next] of [
      [a, click],
      [click, b],
      [b, c],
    ] as const) {
      expect(went(next)).toEqual([false]);
      answer(ended);
      expect(went(next)).toEqual([true]);
    }
  });

  test("are not lost where one before them gives up", () => {
    for (const leaver of [0, 1, 2]) {
      const scheduler = schedulerOf(createVirtualClock());
      const first = ask(scheduler, main);
      const others = [ask(scheduler, main), ask(scheduler, any), ask(scheduler, dev), ask(scheduler, main)];
      others[leaver]?.giveUp();
      answer(first);
      for (let round = 0; round < others.length; round++) for (const one of others) answer(one);
      expect(went(...others)).toEqual(others.map((_, at) => at !== leaver));
    }
  });
});

describe("a refusal", () => {
  test("lets nobody go, clicks included, until the time that it names; then one, two, four", async () => {
    const clock = createVirtualClock();
    const scheduler = schedulerOf(clock);
    const first = ask(scheduler);
    refuse(first, clock.now() + 30_000);
    const click = ask(scheduler, { priority: "interactive" });
    const rest = Array.from({ length: 20 }, () => ask(scheduler));
    await clock.advance(29_999);
    expect([click.place(), click.waited()]).toEqual([undefined, "pause"]);
    await clock.advance(1);
    const all = [click, ...rest];
    const under = () => all.filter(({ place }) => place() !== undefined).length;
    const seen: number[] = [];
    for (let before = 0, now = under(); now > before && seen.length < 4; [before, now] = [now, under()]) {
      seen.push(now - before);
      for (const one of all.slice(before, now)) answer(one);
    }
    expect(seen).toEqual([1, 2, 4, 8]);
  });

  test("that names no time stops all for a minute, and twice as long each time that nothing else comes", async () => {
    const clock = createVirtualClock();
    const scheduler = schedulerOf(clock);
    const waits: number[] = [];
    for (let round = 0; round < 9; round++) {
      const began = clock.now();
      const one = ask(scheduler);
      while (!one.place()) await clock.advance(MINUTE);
      waits.push((clock.now() - began) / MINUTE);
      refuse(one);
    }
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test("counts once for all calls that were under way, at the very moment too", async () => {
    const clock = createVirtualClock();
    const scheduler = schedulerOf(clock);
    const wave = goers(scheduler, 10, WRITE);
    for (const one of wave) refuse(one);
    const next = ask(scheduler, WRITE);
    await clock.advance(MINUTE);
    expect(next.place()).toBeDefined();
    // Half of ten.
    answer(next);
    for (let round = 0; round < 3; round++) for (const one of goers(scheduler, 5, WRITE)) answer(one);
    expect(goers(scheduler, 20, WRITE)).toHaveLength(5);
  });

  test("adds less than a second by chance", async () => {
    const clock = createVirtualClock();
    const scheduler = createScheduler({ ...TIGHT }, { part: 1, of: 1 }, clock, () => 0.999);
    refuse(ask(scheduler), clock.now() + 5000);
    const next = ask(scheduler);
    await clock.advance(5998);
    expect(next.place()).toBeUndefined();
    await clock.advance(2);
    expect(next.place()).toBeDefined();
  });

  test("for a spent quota stops only what counts on it", async () => {
    const clock = createVirtualClock();
    const scheduler = schedulerOf(clock);
    refuse(ask(scheduler, { resource: "search" }), clock.now() + MINUTE, { spent: true });
    const [search, core] = [ask(scheduler, { resource: "search" }), ask(scheduler)];
    expect([search.waited(), core.place() !== undefined]).toEqual(["primary", true]);
    await clock.advance(MINUTE + 1000);
    expect(search.place()).toBeDefined();
  });

  test("again and again never leaves a call waiting for nothing", async () => {
    const clock = createVirtualClock();
    const scheduler = schedulerOf(clock);
    for (let round = 0; round < 60; round++) {
      for (const one of goers(scheduler, 3, { ...WRITE, createsContent: true })) refuse(one, clock.now() + 1000);
      await clock.advance(2000);
    }
    const last = ask(scheduler, { ...WRITE, createsContent: true });
    await clock.advance(2 * HOUR);
    expect(last.place()).toBeDefined();
  });
});

describe("priorities", () => {
  test("a click goes at once beside any number of jobs", () => {
    const scheduler = schedulerOf(createVirtualClock());
    for (let count = 0; count < 1000; count++) ask(scheduler, WRITE);
    expect(goers(scheduler, 15, { priority: "interactive" })).toHaveLength(15);
  });

  test("a click goes at once while the points of the jobs are used", async () => {
    const clock = createVirtualClock();
    const scheduler = schedulerOf(clock);
    const jobs = Array.from({ length: 300 }, () => ask(scheduler, WRITE));
    for (let round = 0; round < 100; round++) for (const job of jobs) answer(job);
    expect(jobs.filter(({ place }) => place() !== undefined)).toHaveLength(177);
    const clicks = goers(scheduler, 20, { priority: "interactive" });
    expect(clicks).toHaveLength(15);
    expect(ask(scheduler, { priority: "interactive" }).waited()).toBe("points");
  });

  test("normal calls go before jobs, however late they come", () => {
    const scheduler = schedulerOf(createVirtualClock());
    const under = Array.from({ length: 16 }, () => ask(scheduler));
    const [job, call] = [ask(scheduler, WRITE), ask(scheduler)];
    for (const one of under.slice(0, 1)) answer(one);
    expect([job.place(), call.place() !== undefined]).toEqual([undefined, true]);
  });

  test("jobs that wait for what others don't need hold nobody up", () => {
    const scheduler = schedulerOf(createVirtualClock());
    const content = { ...WRITE, createsContent: true };
    const makers = Array.from({ length: 100 }, () => ask(scheduler, content));
    for (let round = 0; round < 20; round++) for (const one of makers) answer(one);
    expect(makers.at(-1)?.place()).toBeUndefined();
    expect([ask(scheduler, WRITE), ask(scheduler)].map(({ place }) => place() !== undefined)).toEqual([true, true]);
  });
});

test("who is told of a wait may call and give up at once", async () => {
  const clock = createVirtualClock();
  const scheduler = schedulerOf(clock);
  refuse(ask(scheduler, { resource: "search" }), clock.now() + MINUTE, { spent: true });
  const inner: Asked[] = [];
  const nothing = { go: () => undefined, serial: undefined };
  const job = { cost: 5, createsContent: true, isWrite: true, resource: "core", priority: "bulk", ...nothing } as const;
  refuse(ask(scheduler, { ...job }), clock.now() + HOUR);
  scheduler.enter({
    ...job,
    waits() {
      inner.push(ask(scheduler, { resource: "search" }));
      inner.at(-1)?.giveUp();
      inner.push(ask(scheduler, { priority: "interactive" }));
    },
  });
  await clock.advance(HOUR);
  expect(inner.map(({ place }) => place() !== undefined)).toEqual([false, true]);
  expect(clock.pendingTimers()).toBe(0);
});

test("who gives up while a call is under way may have sent it a moment before: it counts for longer", async () => {
  const clock = createVirtualClock();
  const scheduler = createScheduler({ ...TIGHT, points: 5 }, { part: 1, of: 1 }, clock, () => 0);
  ask(scheduler, WRITE).place()?.leave({});
  const next = ask(scheduler, WRITE);
  await clock.advance(MINUTE + 1999);
  expect(next.place()).toBeUndefined();
  await clock.advance(100);
  next.place()?.leave({ unsent: true });
  // What was never sent has used nothing.
  expect(ask(scheduler, WRITE).place()).toBeDefined();
});

test("a call that is made by who hears of a wait is woken in its own time", async () => {
  const clock = createVirtualClock();
  const scheduler = createScheduler({ ...TIGHT, content: 1 }, { part: 1, of: 1 }, clock, () => 0);
  refuse(ask(scheduler, { resource: "search" }), clock.now() + MINUTE / 2, { spent: true });
  answer(ask(scheduler, { ...WRITE, createsContent: true }));
  const main = { ...WRITE, serial: branch("main") };
  ask(scheduler, main);
  const [other] = [ask(scheduler), ask(scheduler)];
  ask(scheduler, { ...WRITE, createsContent: true });
  let click: Asked | undefined;
  scheduler.enter({
    ...{ cost: 5, createsContent: false, isWrite: true, resource: "core", priority: "bulk" },
    serial: branch("main"),
    go: () => undefined,
    waits(reason) {
      if (reason === "serial") click = ask(scheduler, { resource: "search", priority: "interactive" });
    },
  });
  answer(other);
  await clock.advance(MINUTE / 2 + 1000);
  expect(click?.place()).toBeDefined();
});

test("any number may give up in a queue, and the others keep their order", async () => {
  const clock = createVirtualClock();
  const scheduler = schedulerOf(clock);
  refuse(ask(scheduler), clock.now() + 1000);
  const all = Array.from({ length: 4000 }, () => ask(scheduler));
  const stay = all.filter((one, at) => {
    if (at % 400 !== 0) one.giveUp();
    return at % 400 === 0;
  });
  await clock.advance(1000);
  for (const one of stay) {
    expect(one.place()).toBeDefined();
    answer(one);
  }
  expect(clock.pendingTimers()).toBe(0);
});
