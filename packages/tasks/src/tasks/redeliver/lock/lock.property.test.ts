import fc from "fast-check";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../../../test/test-size.ts";
import { contextOf, startService } from "../service.fixture.ts";
import { acquireLock } from "./acquire-lock.ts";
import { serializeLock } from "./lock-value.ts";

const HOUR = 3_600_000;

const scenario = fc.record({
  /** Delay since the previous run started. */
  gaps: fc.array(fc.constantFrom(0, 0, 20, 1000, 3000, 20_000), { minLength: 2, maxLength: 5 }),
  calls: fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constant(20) }, fc.constantFrom(300, 1000, 2900, 4000, 8000, 110_000)),
    {
      minLength: 1,
      maxLength: 40,
    },
  ),
  holdsFor: fc.constantFrom(1000, 20_000, 250_000),
  /** Age of an existing lock: it is abandoned after 120,000 milliseconds. */
  age: fc.constantFrom(undefined, 121_000, 150_000, 105_000),
  /** Changes of the wall clock, and the times at which it is set. */
  shifts: fc.array(fc.record({ at: fc.integer({ min: 0, max: 300_000 }), by: fc.constantFrom(HOUR, -HOUR, 5000) }), {
    maxLength: 3,
  }),
});

const counts = { taken: 0, lost: 0, tookOver: 0, givenUp: 0 };

test("a lock has one holder at a time, however long calls take and however the clock is set", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ gaps, calls, holdsFor, age, shifts }) => {
      const time = createVirtualClock({ quietTurns: 1 });
      for (const { at, by } of shifts) time.after(at, () => time.shiftWallClock(by));
      let turn = 0;
      const service = startService(time, {
        store: () => calls[turn++ % calls.length] ?? 0,
        redeliver: () => 0,
        listed: () => 0,
        accepts: () => true,
      });
      if (age !== undefined) {
        const updated = time.now() - age;
        const existingLock = {
          holder: "dead",
          repository: null,
          run: "0",
          attempt: "1",
          sent: [{ hook: "7", id: "1", at: updated }],
        };
        service.variables.set("TIMES_LOCK", { value: serializeLock(existingLock, updated), updated });
      }
      const holders = new Set<number>();

      async function hold(index: number): Promise<void> {
        const { scope, clock } = service.view(() => true);
        const run = contextOf(clock, new AbortController().signal, String(index));
        const began = time.monotonic();
        const lock = await acquireLock(run, scope.store, "TIMES").catch(() => undefined);
        expect(time.monotonic() - began).toBeLessThan(HOUR / 2);
        if (!lock) {
          counts.givenUp += 1;
          return;
        }
        counts.taken += 1;
        if (lock.inherited.length > 0) counts.tookOver += 1;
        const end = clock.monotonic() + holdsFor;
        while (clock.monotonic() < end && !lock.isLost()) {
          holders.add(index);
          expect(holders.size).toBe(1);
          await time.sleep(100);
          if (lock.isLost()) holders.delete(index);
        }
        holders.delete(index);
        if (lock.isLost()) counts.lost += 1;
        await lock.release(scope.store);
      }

      const work = async () => {
        const runs: Promise<void>[] = [];
        for (const [index, gap] of gaps.entries()) {
          await time.sleep(gap);
          runs.push(hold(index));
        }
        await Promise.all(runs);
      };
      await time.runUntil(work());
    }),
    {
      numRuns: pickSize(120, 300),
      examples: [
        // Two runs find the lock abandoned; a renewal takes so long that another run takes over.
        [{ gaps: [0, 0], calls: [2900, 1000, 20, 1000], holdsFor: 250_000, age: 105_000, shifts: [] }],
        [
          {
            gaps: [0, 3000, 3000, 0, 0],
            calls: [20, 20, 20, 20, 110_000, 20],
            holdsFor: 250_000,
            age: 121_000,
            shifts: [],
          },
        ],
        // The clock is set back just before the lock would be lost, and while a run waits for it.
        [
          {
            gaps: [0, 0],
            calls: [20, 20, 20, 110_000],
            holdsFor: 250_000,
            age: undefined,
            shifts: [{ at: 90_000, by: -HOUR }],
          },
        ],
      ],
    },
  );
  // Every case occurred.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});
