import fc from "fast-check";
import { expect, test } from "vitest";
import { sized } from "../../../../test/effort.ts";
import { MINUTE } from "./records.fixture.ts";
import { type DeliveryRecord, type FailedEvent, planRecovery } from "./recovery.ts";
import { startService } from "./service.fixture.ts";

/** No record is listed later than this, clocks that differ included. Minutes. */
const OVERLAP = 30;
const REFUSED_FOR_EVER = "refused";

/** How a run goes. */
interface Run {
  /** Minutes since the run before began: less than that one takes, and they overlap. */
  readonly gap: number;
  /** Minutes from page to page, and from redelivery to redelivery. */
  readonly pace: number;
  /** It is cut short after so many redeliveries. */
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

/** The last runs are whole, and so far apart that each sees what was done before it. Minutes. */
const APART = 120;

const seen = { recovered: 0, expired: 0, exhausted: 0, overlapping: 0, cut: 0 };

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

/** Does what there is to do, the earliest first. */
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

function inTurn(values: readonly number[]): () => number {
  let turn = 0;
  return () => values[turn++ % values.length] ?? 0;
}

/** @returns the service, and when the first run began that nothing was wrong at any more */
async function play({ events, outages, late, skew, runs, maxAttempts, keepsTime }: Scenario) {
  const service = startService({
    accepts: (guid, minute) =>
      guid !== REFUSED_FOR_EVER && !outages.some(({ from, length }) => minute >= from && minute < from + length),
    ...{ late: inTurn(late), skew: inTurn(skew) },
  });
  const time = schedule();
  let since: Date | undefined;
  let underWay = 0;

  function start({ pace, cutAfter }: Run, began: number): void {
    const now = service.date(began);
    const last = keepsTime ? since : undefined;
    const pages: DeliveryRecord[][] = [];
    if (underWay > 0) seen.overlapping += 1;
    underWay += 1;

    async function read(minute: number): Promise<void> {
      const before = pages.at(-1)?.at(-1);
      const page = service.list(minute, 3, before?.id);
      // Sometimes a page begins with what the one before ended with.
      pages.push(before && page.length % 2 === 1 ? [before, ...page] : page);
      if (page.length > 0) time.at(minute + pace, read);
      else await send(minute);
    }

    async function send(minute: number): Promise<void> {
      const plan = await planRecovery(pages, { now, maxAttempts, since: last, overlap: OVERLAP * MINUTE });
      const wanted = [...plan.redeliver];
      expectRight(wanted, pages.flat(), maxAttempts);
      const sent = wanted.slice(0, cutAfter);
      for (const [n, { id }] of sent.entries()) time.at(minute + n * pace, (then) => service.redeliver(id, then));
      time.at(minute + sent.length * pace, () => {
        underWay -= 1;
        if (sent.length === wanted.length) since = now;
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

/** Each event once, none that was known to be delivered, or to have had its attempts. */
function expectRight(wanted: readonly FailedEvent[], listed: readonly DeliveryRecord[], maxAttempts: number): void {
  expect(new Set(wanted.map(({ guid }) => guid)).size).toBe(wanted.length);
  for (const { guid } of wanted) {
    const own = listed.filter((record) => record.guid === guid);
    expect(own.every(({ status }) => status !== "OK")).toBe(true);
    expect(new Set(own.map(({ id }) => id)).size).toBeLessThan(maxAttempts);
  }
}

test("whatever goes wrong between the runs, every event that can still be delivered is delivered in the end", async () => {
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
    { numRuns: sized(100, 300) },
  );
  // All of it came about.
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
});
