import fc from "fast-check";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../../test/test-size.ts";
import { temporaryVariables } from "./checkpoint/temporary-variables.ts";
import { planRedeliveries } from "./plan.ts";
import { readScope } from "./read.ts";
import { redeliver } from "./redeliver.ts";
import type { RedeliverOptions } from "./redeliver-options.ts";
import { contextOf, startService } from "./service.fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Maximum time until an attempt is listed. */
const MAX_DELAY = 45_000;

const OPTIONS: RedeliverOptions = {
  selection: undefined,
  organizations: [],
  includesApp: false,
  hooks: ["all"],
  stateRepository: undefined,
  variable: "UNUSED",
  overlap: 0,
  maxAttempts: 3,
  maxRedeliveries: Number.POSITIVE_INFINITY,
  events: undefined,
  wait: 0,
};

/** Responses of the receiver to the attempts of an event; the last one repeats. */
const responses = fc.array(fc.boolean(), { minLength: 1, maxLength: 4 });

const scenario = fc.record({
  events: fc.array(responses, { minLength: 1, maxLength: 6 }),
  redeliver: fc.array(fc.constantFrom(20, 300, 5000), { minLength: 1, maxLength: 5 }),
  listed: fc.array(fc.constantFrom(0, 500, 10_000, MAX_DELAY), { minLength: 1, maxLength: 5 }),
  windowHours: fc.constantFrom(1, 6, 24),
  runs: fc.array(
    fc.record({
      gap: fc.constantFrom(MINUTE, 30 * MINUTE, 5 * HOUR, 20 * HOUR),
      /** Event that occurs immediately before the run, and event that a person redelivers. */
      created: fc.option(fc.nat(5), { nil: undefined }),
      byHand: fc.option(fc.nat(5), { nil: undefined }),
      diesAfter: fc.option(fc.constantFrom(50, 400, 2000, 6000), { nil: undefined }),
      /** Change of the runner's clock before and during the run. */
      shift: fc.constantFrom(0, 0, HOUR, -HOUR, 30 * HOUR),
      maxRedeliveries: fc.constantFrom(Number.POSITIVE_INFINITY, 1),
      wait: fc.constantFrom(0, 0, 60),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

const counts = { sent: 0, died: 0, delivered: 0, exhausted: 0, outside: 0, postponed: 0, failedAfterSuccess: 0 };

function cycle(values: readonly number[]): () => number {
  let turn = 0;
  return () => values[turn++ % values.length] ?? 0;
}

test("without stored state, each run redelivers exactly the open events of its window, once", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (input) => {
      const time = createVirtualClock({ quietTurns: 1 });
      const service = startService(time, {
        redeliver: cycle(input.redeliver),
        listed: cycle(input.listed),
        store: () => 20,
        accepts(guid, attempt) {
          const own = input.events[Number(guid)] ?? [];
          return own[attempt - 1] ?? own.at(-1) ?? false;
        },
      });
      const recordsOf = (guid: string) =>
        service.attempts.filter((attempt) => attempt.guid === guid).map(({ record }) => record);
      const isCreated = (guid: string) => recordsOf(guid).length > 0;

      /** Returns the events that the next run must redeliver, oldest first, from the records as they are now. */
      function dueEvents(): readonly string[] {
        const windowStart = service.now() - input.windowHours * HOUR;
        const due = input.events.flatMap((_, index) => {
          const guid = String(index);
          const records = service.attempts
            .filter((attempt) => attempt.guid === guid && attempt.listedAt <= service.now())
            .map(({ record }) => record);
          const last = records.at(-1);
          if (!last) return [];
          const failures = records.filter(({ status }) => status !== "OK").length;
          if (failures < records.length) {
            counts.delivered += 1;
            if (last.status !== "OK") counts.failedAfterSuccess += 1;
            return [];
          }
          if (failures >= OPTIONS.maxAttempts) counts.exhausted += 1;
          else if (Date.parse(last.delivered_at) < windowStart) counts.outside += 1;
          else return [{ guid, id: BigInt(last.id), at: last.delivered_at }];
          return [];
        });
        return due
          .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1))
          .map(({ guid }) => guid);
      }

      async function perform({
        diesAfter,
        maxRedeliveries,
        shift,
        wait,
      }: (typeof input.runs)[number]): Promise<boolean> {
        let isAlive = true;
        const { scope, clock } = service.view(() => isAlive);
        const options = { ...OPTIONS, maxRedeliveries, wait, window: input.windowHours * HOUR };
        // The service reports its time in whole seconds.
        const request = async () => ({ headers: new Headers({ date: new Date(service.now()).toUTCString() }) });
        const work = async () => {
          const store = temporaryVariables("acme/widgets", clock, request);
          const found = await readScope({ ...scope, store }, options);
          time.shiftWallClock(-shift);
          const state = { entries: [options], found: [found], isSharded: false, skipped: [], unreadable: [] };
          const { outcomes, failures } = await redeliver.apply(
            contextOf(clock, new AbortController().signal, "1"),
            planRedeliveries(state).changes,
            state,
          );
          expect([failures, outcomes.filter(({ end }) => end === "not-started" || end === "skipped")]).toEqual([
            [],
            [],
          ]);
        };
        time.shiftWallClock(shift);
        const death = new Promise<void>((resolve) => {
          if (diesAfter === undefined) return;
          time.after(diesAfter, () => {
            isAlive = false;
            resolve();
          });
        });
        await Promise.race([work(), death]);
        return isAlive;
      }

      const work = async () => {
        for (const run of input.runs) {
          await time.sleep(run.gap);
          const byHand = String(run.byHand);
          if (run.byHand !== undefined && isCreated(byHand)) service.redeliverByHand(byHand);
          await time.sleep(MAX_DELAY + 1000);
          const created = run.created ?? -1;
          const guid = String(created % input.events.length);
          // It may not be listed yet.
          if (created >= 0 && !isCreated(guid)) service.createEvent(guid);
          const due = dueEvents();
          const expected = due.slice(0, run.maxRedeliveries);
          counts.postponed += due.length - expected.length;
          const before = service.attempts.length;
          const survived = await perform(run);
          const sent = service.attempts.slice(before).map((attempt) => attempt.guid);
          counts.sent += sent.length;
          if (!survived) counts.died += 1;
          // Requests are concurrent, so their order is not fixed.
          if (survived) expect(sent.toSorted()).toEqual([...expected].sort());
          else expect([new Set(sent).size, sent.filter((guid) => !expected.includes(guid))]).toEqual([sent.length, []]);
        }
      };
      await time.runUntil(work());
      expect(service.violations).toEqual([]);
      expect(service.variables.size).toBe(0);
    }),
    { numRuns: pickSize(120, 1000) },
  );
  // Every case occurred.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});
