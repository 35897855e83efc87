import fc from "fast-check";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../../../test/test-size.ts";
import { contextOf, startService } from "../service.fixture.ts";
import { acquireRedisLock } from "./acquire-redis-lock.ts";
import { holdLock } from "./lock.ts";
import { createMemoryLocks } from "./redis-locks.fixture.ts";

const HOUR = 3_600_000;
const QUICK = { store: () => 20, redeliver: () => 0, listed: () => 0, accepts: () => true };

const scenario = fc.record({
  runs: fc.array(
    fc.record({
      /** Delay since the previous run started. */
      gap: fc.constantFrom(0, 0, 20, 1000, 20_000),
      holdsFor: fc.constantFrom(1000, 20_000, 250_000),
      /** Milliseconds after which the run is killed. */
      diesAfter: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  latencies: fc.array(
    fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.constantFrom(300, 2000, 4900, 12_000, 40_000)),
    { minLength: 1, maxLength: 40 },
  ),
  /** Time at which Redis can't be reached, and for how long. */
  outage: fc.record({ at: fc.integer({ min: 0, max: 100_000 }), length: fc.constantFrom(0, 0, 4000, 15_000, 60_000) }),
  /** Changes of the wall clock, and the times at which it is set. */
  shifts: fc.array(fc.record({ at: fc.integer({ min: 0, max: 300_000 }), by: fc.constantFrom(HOUR, -HOUR, 5000) }), {
    maxLength: 3,
  }),
});

const counts = { taken: 0, lost: 0, inherited: 0, givenUp: 0, died: 0 };

test("a lock in Redis has one holder at a time, however long commands take and however the clock is set", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ runs, latencies, outage, shifts }) => {
      const time = createVirtualClock({ quietTurns: 1 });
      for (const { at, by } of shifts) time.after(at, () => time.shiftWallClock(by));
      let turn = 0;
      const service = startService(time, QUICK);
      const locks = createMemoryLocks(time);
      const began = time.monotonic();
      const isOut = () => {
        const now = time.monotonic() - began;
        return now >= outage.at && now < outage.at + outage.length;
      };
      const holders = new Set<number>();

      async function hold(index: number, holdsFor: number, diesAfter: number | undefined): Promise<void> {
        const start = time.monotonic();
        const isAlive = () => diesAfter === undefined || time.monotonic() - start < diesAfter;
        const { scope, clock } = service.view(isAlive);
        const ownLocks = locks.view({
          latency: () => latencies[turn++ % latencies.length] ?? 0,
          isReachable: () => isAlive() && !isOut(),
        });
        const run = contextOf(clock, new AbortController().signal, String(index));
        const acquired = await Promise.race([
          acquireRedisLock(run, ownLocks, scope.store, "TIMES").catch(() => undefined),
          ...(diesAfter === undefined ? [] : [time.sleep(diesAfter)]),
        ]);
        if (!acquired || !isAlive()) {
          counts[isAlive() ? "givenUp" : "died"] += 1;
          return;
        }
        const lock = holdLock(run, acquired);
        counts.taken += 1;
        if (lock.inherited.length > 0) counts.inherited += 1;
        await Promise.race([
          lock.announce([{ hook: "7", id: String(index + 1) }]).catch(() => undefined),
          ...(diesAfter === undefined ? [] : [time.sleep(diesAfter)]),
        ]);
        const end = time.monotonic() + holdsFor;
        while (isAlive() && time.monotonic() < end && !lock.isLost()) {
          holders.add(index);
          expect(holders.size).toBe(1);
          await time.sleep(100);
          if (lock.isLost() || !isAlive()) holders.delete(index);
        }
        holders.delete(index);
        if (!isAlive()) {
          counts.died += 1;
          return;
        }
        if (lock.isLost()) counts.lost += 1;
        lock.markEnded({ hook: "7", id: String(index + 1) }, true);
        await lock.release(scope.store).catch(() => lock.leaveToNextHolder());
      }

      const work = async () => {
        const held: Promise<void>[] = [];
        for (const [index, { gap, holdsFor, diesAfter }] of runs.entries()) {
          await time.sleep(gap);
          held.push(hold(index, holdsFor, diesAfter));
        }
        await Promise.all(held);
      };
      await time.runUntil(work());
    }),
    { numRuns: pickSize(120, 300) },
  );
  // Every case occurred.
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});

test("the lock of a killed run is free after its lease, with what the run was about to send", async () => {
  const time = createVirtualClock({ quietTurns: 1 });
  const service = startService(time, QUICK);
  const locks = createMemoryLocks(time);
  let isAlive = true;
  const context = (name: string) => contextOf(time, new AbortController().signal, name);
  const { scope } = service.view(() => true);
  const reachable = { latency: () => 1, isReachable: () => true };
  const logged: string[] = [];
  await time.runUntil(
    (async () => {
      const killed = locks.view({ latency: () => 1, isReachable: () => isAlive });
      const first = holdLock(context("1"), await acquireRedisLock(context("1"), killed, scope.store, "TIMES"));
      await first.announce([{ hook: "7", id: "12" }]);
      isAlive = false;
      first.leaveToNextHolder();
      const since = time.monotonic();
      const second = context("2");
      const log = { ...second.log, info: (line: string) => void logged.push(line) };
      const acquired = await acquireRedisLock({ ...second, log }, locks.view(reachable), scope.store, "TIMES");
      expect(time.monotonic() - since).toBeLessThan(32_000);
      expect(acquired.inherited.map(({ hook, id }) => [hook, id])).toEqual([["7", "12"]]);
      const lock = holdLock(second, acquired);
      await lock.release(scope.store);
      // A released lock is free at once, and what was sent under it is known as long as it can be without a record.
      const third = await acquireRedisLock(context("3"), locks.view(reachable), scope.store, "TIMES");
      expect(third.inherited).toHaveLength(1);
    })(),
  );
  expect(logged).toEqual([
    expect.stringMatching(
      /^run 1 \(process \d+ on .*\) holds the lock TIMES of acme\/widgets in Redis \(redis:6379\): waiting up to 5 minutes for it to end\.$/,
    ),
  ]);
});

test("a lock that Redis has lost is reported, and no longer held", async () => {
  const time = createVirtualClock({ quietTurns: 1 });
  const { scope } = startService(time, QUICK).view(() => true);
  const locks = createMemoryLocks(time);
  const context = contextOf(time, new AbortController().signal, "1");
  const view = locks.view({ latency: () => 1, isReachable: () => true });
  await time.runUntil(
    (async () => {
      const lock = holdLock(context, await acquireRedisLock(context, view, scope.store, "TIMES"));
      locks.clear();
      await expect(lock.announce([{ hook: "7", id: "1" }])).rejects.toThrow(
        "the lock TIMES of acme/widgets in Redis is no longer stored",
      );
      expect(lock.isLost()).toBe(true);
    })(),
  );
});
