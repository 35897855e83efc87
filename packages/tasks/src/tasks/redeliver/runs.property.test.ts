import fc from "fast-check";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../../test/test-size.ts";
import { planRedeliveries } from "./plan.ts";
import { readScope } from "./read.ts";
import { redeliver } from "./redeliver.ts";
import type { RedeliverOptions } from "./redeliver-options.ts";
import { contextOf, startService } from "./service.fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const OPTIONS: RedeliverOptions = {
  selection: { patterns: [], filters: noFilters() },
  organizations: [],
  includesApp: false,
  hooks: ["all"],
  stateRepository: undefined,
  variable: "TIMES",
  overlap: 10 * MINUTE,
  maxAttempts: 4,
  maxRedeliveries: Number.POSITIVE_INFINITY,
  events: undefined,
  wait: 0,
};

function noFilters() {
  const none = undefined;
  return { topics: none, visibility: none, archived: "include", properties: none, languages: none } as const;
}

const scenario = fc.record({
  events: fc.integer({ min: 1, max: 8 }),
  rejectedAttempts: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 }),
  store: fc.array(fc.constantFrom(20, 20, 20, 300, 2000, 20_000), { minLength: 1, maxLength: 20 }),
  redeliver: fc.array(fc.constantFrom(20, 300, 5000, 15_000), { minLength: 1, maxLength: 10 }),
  listed: fc.array(fc.constantFrom(0, 500, 10_000, 45_000), { minLength: 1, maxLength: 10 }),
  runs: fc.array(
    fc.record({
      /** Delay since the previous run started. */
      gap: fc.constantFrom(0, 0, 10, 1000, 30_000, MINUTE, 30 * MINUTE),
      diesAfter: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
      /** Change of the wall clock during the run. */
      shift: fc.constantFrom(0, 0, HOUR, -HOUR),
      shiftsAfter: fc.integer({ min: 0, max: 60_000 }),
      stopsAfter: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
      maxRedeliveries: fc.constantFrom(Number.POSITIVE_INFINITY, 1, 3),
      wait: fc.constantFrom(0, 0, 60),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

/** Steady runs that wait, the third of which sees the last attempt of an event fail. */
const WAITING_RUN = {
  gap: 30 * MINUTE,
  diesAfter: undefined,
  shift: 0,
  shiftsAfter: 0,
  stopsAfter: undefined,
  wait: 60,
};
const EXHAUSTED: typeof scenario extends fc.Arbitrary<infer T> ? T : never = {
  events: 1,
  rejectedAttempts: [6],
  store: [20],
  redeliver: [20],
  listed: [0],
  runs: Array.from({ length: 4 }, () => ({ ...WAITING_RUN, maxRedeliveries: Number.POSITIVE_INFINITY, wait: 60 })),
};

const counts = { died: 0, stopped: 0, concurrent: 0, tookOver: 0, skipped: 0, retried: 0, givenUp: 0, observed: 0 };

function cycle(values: readonly number[]): () => number {
  let turn = 0;
  return () => values[turn++ % values.length] ?? 0;
}

test("runs lose no event, and redeliver none after success or twice at once, even if runs are killed or the clock is set", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (input) => {
      const time = createVirtualClock({ quietTurns: 1 });
      let isFast = false;
      const slow = cycle(input.store);
      const service = startService(time, {
        redeliver: cycle(input.redeliver),
        listed: cycle(input.listed),
        store: () => (isFast ? 20 : slow()),
        accepts: (guid, attempt) =>
          attempt > (input.rejectedAttempts[Number(guid) % input.rejectedAttempts.length] ?? 0),
      });
      let running = 0;
      /** Events that surviving runs have reported as given up, by the index of their run among the last ones. */
      const reports: { readonly guid: string; readonly isLastRuns: boolean }[] = [];

      async function perform(name: string, behavior: Partial<(typeof input.runs)[number]> = {}): Promise<void> {
        let isAlive = true;
        const stopping = new AbortController();
        const { scope, clock } = service.view(() => isAlive);
        const run = contextOf(clock, stopping.signal, name);
        const options = {
          ...OPTIONS,
          maxRedeliveries: behavior.maxRedeliveries ?? OPTIONS.maxRedeliveries,
          wait: behavior.wait ?? 0,
        };
        const death = new Promise<void>((resolve) => {
          if (behavior.diesAfter === undefined) return;
          time.after(behavior.diesAfter, () => {
            isAlive = false;
            resolve();
          });
        });
        const { shift = 0, shiftsAfter = 0 } = behavior;
        if (shift !== 0) time.after(shiftsAfter, () => time.shiftWallClock(shift));
        if (behavior.stopsAfter !== undefined) time.after(behavior.stopsAfter, () => stopping.abort());
        if (running > 0) counts.concurrent += 1;
        running += 1;
        const work = async () => {
          const found = await readScope(scope, options);
          const state = { entries: [options], found: [found], isSharded: false, skipped: [], unreadable: [] };
          const plan = planRedeliveries(state);
          const { outcomes, givenUp = [] } = await redeliver.apply(run, plan.changes, state);
          for (const { target, isNew } of [...(plan.givenUp ?? []), ...givenUp]) {
            if (isAlive && isNew) reports.push({ guid: target.split(" ").at(-1) ?? "", isLastRuns: isFast });
          }
          counts.observed += givenUp.length;
          counts.skipped += outcomes.filter(({ end }) => end === "skipped").length;
          if (outcomes.some(({ end }) => end === "not-started")) counts.stopped += 1;
        };
        const began = time.monotonic();
        await Promise.race([work(), death]);
        expect(time.monotonic() - began).toBeLessThan(HOUR);
        running -= 1;
        if (!isAlive) counts.died += 1;
      }

      const work = async () => {
        for (let guid = 0; guid < input.events; guid += 1) service.createEvent(String(guid));
        const runs: Promise<void>[] = [];
        for (const [index, behavior] of input.runs.entries()) {
          await time.sleep(behavior.gap);
          const before = service.variables.get("TIMES_LOCK");
          if (before) counts.tookOver += 1;
          runs.push(perform(String(index), behavior));
        }
        await Promise.all(runs);
        isFast = true;
        for (let round = 0; round < OPTIONS.maxAttempts + 2; round += 1) {
          await time.sleep(10 * MINUTE);
          await perform(`last ${round}`);
        }
      };
      await time.runUntil(work());
      expect(service.violations).toEqual([]);
      for (let guid = 0; guid < input.events; guid += 1) {
        const eventAttempts = service.attempts.filter((attempt) => attempt.guid === String(guid));
        const isDelivered = eventAttempts.some(({ record }) => record.status === "OK");
        expect(isDelivered || eventAttempts.length >= OPTIONS.maxAttempts).toBe(true);
        expect(eventAttempts.length).toBeLessThanOrEqual(OPTIONS.maxAttempts);
        if (eventAttempts.length > 2) counts.retried += 1;
        // An event that is given up is reported, and only once by runs that are neither killed nor concurrent.
        const ownReports = reports.filter((report) => report.guid === String(guid));
        expect(ownReports.length > 0).toBe(!isDelivered);
        expect(ownReports.filter(({ isLastRuns }) => isLastRuns).length).toBeLessThanOrEqual(1);
        if (!isDelivered) counts.givenUp += 1;
      }
    }),
    { numRuns: pickSize(120, 200), examples: [[EXHAUSTED]] },
  );
  // Every case occurred.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});
