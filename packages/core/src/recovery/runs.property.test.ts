import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { MINUTE } from "./records.fixture.ts";
import { type DeliveryRecord, type FailedEvent, planRecovery } from "./recovery.ts";
import { startService } from "./service.fixture.ts";

/** Maximum delay until a record is listed, including clock skew, in minutes. */
const OVERLAP = 30;
const REFUSED_FOR_EVER = "refused";

/** Parameters of a run. */
interface SimulatedRun {
  /** Minutes since the previous run started; if that takes longer, they overlap. */
  readonly gap: number;
  /** Minutes between pages, and between redeliveries. */
  readonly pace: number;
  /** Number of redeliveries after which the run is interrupted. */
  readonly cutAfter: number | undefined;
}

const GUIDS = [REFUSED_FOR_EVER, ...Array.from({ length: 7 }, (_, n) => `0b989ba4-242f-11e5-81e1-c7b6966d251${n}`)];

const scenario = fc.record({
  events: fc.uniqueArray(fc.record({ guid: fc.constantFrom(...GUIDS), minute: fc.integer({ min: 0, max: 3000 }) }), {
    selector: ({ guid }) => guid,
    minLength: 1,
  }),
  outages: fc.array(fc.record({ from: fc.integer({ min: 0, max: 3000 }), length: fc.constantFrom(30, 600, 3000) }), {
    maxLength: 4,
  }),
  late: fc.array(fc.constantFrom(0, 0, 1, 5, 28), { minLength: 1 }),
  skew: fc.array(fc.constantFrom(0, 0, -1, 1, 0.003), { minLength: 1 }),
  runs: fc.array(
    fc.record({
      gap: fc.constantFrom(1, 5, 60, 360, 1000),
      pace: fc.constantFrom(0, 0.5, 3),
      cutAfter: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    }),
    { maxLength: 12 },
  ),
  maxAttempts: fc.integer({ min: 2, max: 4 }),
  keepsTime: fc.boolean(),
});

/** The last runs are complete, and far enough apart that each sees the results of the previous one. Minutes. */
const APART = 120;

const seen = { recovered: 0, expired: 0, exhausted: 0, overlapping: 0, cut: 0 };

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

/** Runs scheduled actions, earliest first. */
function schedule() {
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

/** @returns the service, and the start of the first run after the last fault */
async function play({ events, outages, late, skew, runs, maxAttempts, keepsTime }: Scenario) {
  const service = startService({
    accepts: (guid, minute) =>
      guid !== REFUSED_FOR_EVER && !outages.some(({ from, length }) => minute >= from && minute < from + length),
    ...{ late: cycle(late), skew: cycle(skew) },
  });
  const time = schedule();
  let since: Date | undefined;
  let underWay = 0;

  function start({ pace, cutAfter }: SimulatedRun, began: number): void {
    const now = service.date(began);
    const last = keepsTime ? since : undefined;
    const pages: DeliveryRecord[][] = [];
    if (underWay > 0) seen.overlapping += 1;
    underWay += 1;

    async function read(minute: number): Promise<void> {
      const before = pages.at(-1)?.at(-1);
      const page = service.list(minute, 3, before?.id);
      // Sometimes a page starts with the last record of the previous one.
      pages.push(before && page.length % 2 === 1 ? [before, ...page] : page);
      if (page.length > 0) time.at(minute + pace, read);
      else await send(minute);
    }

    async function send(minute: number): Promise<void> {
      const plan = await planRecovery(pages, { now, maxAttempts, since: last, overlap: OVERLAP * MINUTE });
      const redeliveries = [...plan.redeliver];
      expectValidRedeliveries(redeliveries, pages.flat(), maxAttempts);
      const sent = redeliveries.slice(0, cutAfter);
      for (const [n, { id }] of sent.entries()) time.at(minute + n * pace, (then) => service.redeliver(id, then));
      time.at(minute + sent.length * pace, () => {
        underWay -= 1;
        if (sent.length === redeliveries.length) since = now;
        else seen.cut += 1;
      });
    }

    time.at(began, read);
  }

  for (const { guid, minute } of events) time.at(minute, () => service.happen(guid, minute));
  let end = 0;
  for (const run of runs) {
    end += run.gap;
    time.at(end, (minute) => start(run, minute));
  }
  await time.finish();

  const ends = [...service.attempts.map(({ listed }) => listed), ...outages.map(({ from, length }) => from + length)];
  const over = Math.max(end, ...ends) + APART;
  for (const minute of [over, over + APART]) {
    time.at(minute, () => start({ gap: APART, pace: 0, cutAfter: undefined }, minute));
  }
  await time.finish();
  return { service, over };
}

/** Each event once, and none that was delivered or has used up its attempts. */
function expectValidRedeliveries(
  redeliveries: readonly FailedEvent[],
  listed: readonly DeliveryRecord[],
  maxAttempts: number,
): void {
  expect(new Set(redeliveries.map(({ guid }) => guid)).size).toBe(redeliveries.length);
  for (const { guid } of redeliveries) {
    const own = listed.filter((record) => record.guid === guid);
    expect(own.every(({ status }) => status !== "OK")).toBe(true);
    expect(new Set(own.map(({ id }) => id)).size).toBeLessThan(maxAttempts);
  }
}

test("eventually delivers every deliverable event, whatever fails between runs", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { service, over } = await play(given);
      for (const { guid } of given.events) {
        const own = service.attempts.map(({ record }) => record).filter((record) => record.guid === guid);
        if (own.some(({ status }) => status === "OK")) {
          if (own.length > 1) seen.recovered += 1;
        } else if (!service.isKept(guid, over)) {
          seen.expired += 1;
        } else {
          expect(guid === REFUSED_FOR_EVER || own.length >= given.maxAttempts).toBe(true);
          seen.exhausted += 1;
        }
      }
    }),
    { numRuns: pickSize(100, 300) },
  );
  // Every case occurred.
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
});
