import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { MINUTE } from "./records.fixture.ts";
import { type DeliveryRecord, type FailedEvent, planRecovery } from "./recovery.ts";
import { startService } from "./service.fixture.ts";

/** Maximum delay until a record is listed, including clock skew, in minutes. */
const OVERLAP = 30;
const ALWAYS_REJECTED = "always rejected";

/** Parameters of a run. */
interface SimulatedRun {
  /** Minutes since the previous run started; if that run takes longer than this, the two runs overlap. */
  readonly gap: number;
  /** Minutes between pages, and between redeliveries. */
  readonly pace: number;
  /** Number of redeliveries after which the run is interrupted. */
  readonly interruptAfter: number | undefined;
}

const GUIDS = [ALWAYS_REJECTED, ...Array.from({ length: 7 }, (_, n) => `0b989ba4-242f-11e5-81e1-c7b6966d251${n}`)];

const scenario = fc.record({
  events: fc.uniqueArray(fc.record({ guid: fc.constantFrom(...GUIDS), minute: fc.integer({ min: 0, max: 3000 }) }), {
    selector: ({ guid }) => guid,
    minLength: 1,
  }),
  outages: fc.array(fc.record({ from: fc.integer({ min: 0, max: 3000 }), length: fc.constantFrom(30, 600, 3000) }), {
    maxLength: 4,
  }),
  delay: fc.array(fc.constantFrom(0, 0, 1, 5, 28), { minLength: 1 }),
  // Minutes; 0.003 is less than a second.
  skew: fc.array(fc.constantFrom(0, 0, -1, 1, 0.003), { minLength: 1 }),
  runs: fc.array(
    fc.record({
      gap: fc.constantFrom(1, 5, 60, 360, 1000),
      pace: fc.constantFrom(0, 0.5, 3),
      interruptAfter: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    }),
    { maxLength: 12 },
  ),
  maxAttempts: fc.integer({ min: 2, max: 4 }),
  usesSince: fc.boolean(),
});

/** Minutes before each of the two final, uninterrupted runs: long enough that the previous results are listed. */
const RUN_GAP = 120;

const cases = { recovered: 0, expired: 0, exhausted: 0, overlapping: 0, interrupted: 0 };

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

/** Runs scheduled actions, earliest first. */
function createScheduler() {
  const waiting: { readonly minute: number; readonly run: (minute: number) => void | Promise<void> }[] = [];
  return {
    at(minute: number, run: (minute: number) => void | Promise<void>): void {
      waiting.push({ minute, run });
    },
    async finish(): Promise<void> {
      for (;;) {
        const next = waiting.sort((a, b) => a.minute - b.minute).shift();
        if (!next) return;
        await next.run(next.minute);
      }
    },
  };
}

function cycle(values: readonly number[]): () => number {
  let turn = 0;
  return () => values[turn++ % values.length] ?? 0;
}

/**
 * Simulates a service, its faults, and runs of recovery.
 * @returns the service, and the start of the first run after the last fault
 */
async function simulate({ events, outages, delay, skew, runs, maxAttempts, usesSince }: Scenario) {
  const service = startService({
    accepts: (guid, minute) =>
      guid !== ALWAYS_REJECTED && !outages.some(({ from, length }) => minute >= from && minute < from + length),
    delay: cycle(delay),
    skew: cycle(skew),
  });
  const scheduler = createScheduler();
  let since: Date | undefined;
  let activeRuns = 0;

  function start({ pace, interruptAfter }: SimulatedRun, startMinute: number): void {
    const now = service.date(startMinute);
    const lastStart = usesSince ? since : undefined;
    const pages: DeliveryRecord[][] = [];
    if (activeRuns > 0) cases.overlapping += 1;
    activeRuns += 1;

    async function read(minute: number): Promise<void> {
      const before = pages.at(-1)?.at(-1);
      const page = service.list(minute, 3, before?.id);
      // Sometimes a page starts with the last record of the previous one.
      pages.push(before && page.length % 2 === 1 ? [before, ...page] : page);
      if (page.length > 0) scheduler.at(minute + pace, read);
      else await send(minute);
    }

    async function send(minute: number): Promise<void> {
      const plan = await planRecovery(pages, { now, maxAttempts, since: lastStart, overlap: OVERLAP * MINUTE });
      const redeliveries = [...plan.redeliver];
      expectValidRedeliveries(redeliveries, pages.flat(), maxAttempts);
      const sent = redeliveries.slice(0, interruptAfter);
      for (const [n, { id }] of sent.entries())
        scheduler.at(minute + n * pace, (sentAt) => service.redeliver(id, sentAt));
      scheduler.at(minute + sent.length * pace, () => {
        activeRuns -= 1;
        if (sent.length === redeliveries.length) since = now;
        else cases.interrupted += 1;
      });
    }

    scheduler.at(startMinute, read);
  }

  for (const { guid, minute } of events) scheduler.at(minute, () => service.emit(guid, minute));
  let end = 0;
  for (const run of runs) {
    end += run.gap;
    scheduler.at(end, (minute) => start(run, minute));
  }
  await scheduler.finish();

  const ends = [...service.attempts.map(({ listed }) => listed), ...outages.map(({ from, length }) => from + length)];
  const cleanStart = Math.max(end, ...ends) + RUN_GAP;
  for (const minute of [cleanStart, cleanStart + RUN_GAP]) {
    scheduler.at(minute, () => start({ gap: RUN_GAP, pace: 0, interruptAfter: undefined }, minute));
  }
  await scheduler.finish();
  return { service, cleanStart };
}

/** Expects each event once, and none that was delivered or has no attempts left. */
function expectValidRedeliveries(
  redeliveries: readonly FailedEvent[],
  listed: readonly DeliveryRecord[],
  maxAttempts: number,
): void {
  expect(new Set(redeliveries.map(({ guid }) => guid)).size).toBe(redeliveries.length);
  for (const { guid } of redeliveries) {
    const eventRecords = listed.filter((record) => record.guid === guid);
    expect(eventRecords.every(({ status }) => status !== "OK")).toBe(true);
    expect(new Set(eventRecords.map(({ id }) => id)).size).toBeLessThan(maxAttempts);
  }
}

test("repeated runs deliver every event within retention that has attempts left, despite outages and interruptions", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (simulated) => {
      const { service, cleanStart } = await simulate(simulated);
      for (const { guid } of simulated.events) {
        const eventRecords = service.attempts.map(({ record }) => record).filter((record) => record.guid === guid);
        if (eventRecords.some(({ status }) => status === "OK")) {
          if (eventRecords.length > 1) cases.recovered += 1;
        } else if (!service.isKept(guid, cleanStart)) {
          cases.expired += 1;
        } else {
          expect(guid === ALWAYS_REJECTED || eventRecords.length >= simulated.maxAttempts).toBe(true);
          cases.exhausted += 1;
        }
      }
    }),
    { numRuns: pickSize(300, 600) },
  );
  // Every case occurred.
  expect(Object.values(cases).every((count) => count > 0)).toBe(true);
});
