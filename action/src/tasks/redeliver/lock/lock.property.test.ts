import fc from "fast-check";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../../test/test-size.ts";
import { contextOf, startService } from "../service.fixture.ts";
import { acquireLock } from "./acquire-lock.ts";
import { serializeLock } from "./lock-value.ts";

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
});

const counts = { taken: 0, lost: 0, tookOver: 0, givenUp: 0 };

test("a lock has one holder at a time, however long calls take", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ gaps, calls, holdsFor, age }) => {
      const time = createVirtualClock({ quietTurns: 1 });
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
        service.variables.set("LOCK", { value: serializeLock(existingLock, updated), updated });
      }
      const holders = new Set<number>();

      async function hold(index: number): Promise<void> {
        const { scope, clock } = service.view(() => true);
        const run = contextOf(clock, new AbortController().signal, String(index));
        const lock = await acquireLock(run, scope.store, "LOCK").catch(() => undefined);
        if (!lock) {
          counts.givenUp += 1;
          return;
        }
        counts.taken += 1;
        if (lock.inherited.length > 0) counts.tookOver += 1;
        const end = clock.now() + holdsFor;
        while (clock.now() < end && !lock.isLost()) {
          holders.add(index);
          expect(holders.size).toBe(1);
          await time.sleep(100);
          if (lock.isLost()) holders.delete(index);
        }
        holders.delete(index);
        if (lock.isLost()) counts.lost += 1;
        await lock.release();
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
        [{ gaps: [0, 0], calls: [2900, 1000, 20, 1000], holdsFor: 250_000, age: 105_000 }],
        [{ gaps: [0, 3000, 3000, 0, 0], calls: [20, 20, 20, 20, 110_000, 20], holdsFor: 250_000, age: 121_000 }],
      ],
    },
  );
  // Every case occurred.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});
