import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restoreWindow, saveWindow } from "./saved-usage.ts";
import { complete, createSlidingWindow, lower, type SlidingWindow, take, windowFreeAt } from "./sliding-window.ts";

const MINUTE = 60_000;

const fits = (window: SlidingWindow, cost: number, urgent: boolean, now: number) =>
  windowFreeAt(window, cost, urgent, now) === now;

/** Earliest time at which the cost fits; undefined if that depends on pending responses. */
function freeAt(window: SlidingWindow, cost: number, urgent: boolean, now: number): number | undefined {
  const at = windowFreeAt(window, cost, urgent, now);
  return at === Infinity ? undefined : at;
}

/** Ends a call whose response has just arrived. */
const finishCall = (window: SlidingWindow, cost: number, urgent: boolean, now: number) =>
  complete(window, cost, urgent, { cost, countedBy: now }, now);

describe("sliding window", () => {
  test("never lets a service see more than the limit in a span, whatever the latencies", () => {
    // Milliseconds: `gap` since the previous call, `toService` until it arrives, `toClient` until its response arrives.
    const call = fc.record({
      gap: fc.integer({ min: 0, max: 8000 }),
      toService: fc.integer({ min: 0, max: 20_000 }),
      toClient: fc.integer({ min: 0, max: 20_000 }),
      cost: fc.constantFrom(1, 5),
      urgent: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
        const limit = 40;
        const window = createSlidingWindow(MINUTE, limit, 5, 10);
        const arrivals: { at: number; cost: number }[] = [];
        const responses: { at: number; cost: number; urgent: boolean }[] = [];
        let now = 1_000_000;
        for (const { gap, toService, toClient, cost, urgent } of calls) {
          now += gap;
          for (const response of responses.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)) {
            finishCall(window, response.cost, response.urgent, response.at);
            responses.splice(responses.indexOf(response), 1);
          }
          if (!fits(window, cost, urgent, now)) continue;
          take(window, cost, urgent);
          arrivals.push({ at: now + toService, cost });
          responses.push({ at: now + toService + toClient, cost, urgent });
        }
        for (const { at } of arrivals) {
          const counted = arrivals.filter((other) => other.at > at - MINUTE && other.at <= at);
          expect(counted.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test("accepts urgent calls up to the limit, and others up to the limit minus the reserve", () => {
    const window = createSlidingWindow(MINUTE, 900, 5, 15);
    let used = 0;
    for (; fits(window, 5, false, 0); used += 5) take(window, 5, false);
    expect(used).toBe(885);
    for (; fits(window, 5, true, 0); used += 5) take(window, 5, true);
    expect(used).toBe(900);
  });

  test("reserves as much for urgent calls as they used recently", () => {
    const window = createSlidingWindow(MINUTE, 900, 5, 15);
    for (let used = 0; used < 60; used += 5) {
      take(window, 5, true);
      finishCall(window, 5, true, 0);
    }
    let others = 0;
    for (; fits(window, 5, false, 30_000); others += 5) take(window, 5, false);
    expect(others).toBe(840);
  });

  test("reports when a call fits again", () => {
    const window = createSlidingWindow(MINUTE, 10, 5, 0);
    take(window, 5, false);
    finishCall(window, 5, false, 1000);
    take(window, 5, false);
    expect(freeAt(window, 5, false, 1000)).toBeCloseTo(61_000, -2);
    expect(freeAt(window, 10, false, 1000)).toBeUndefined();
    finishCall(window, 5, false, 3000);
    const at = freeAt(window, 10, false, 3000) ?? 0;
    expect([fits(window, 10, false, at - 1), fits(window, 10, false, at)]).toEqual([false, true]);
  });

  test("expires usage one span after the last moment at which a call can have been counted", () => {
    const window = createSlidingWindow(MINUTE, 10, 5, 0);
    for (const countedBy of [9000, 4000]) {
      take(window, 5, false);
      complete(window, 5, false, { cost: 5, countedBy }, 4000);
    }
    // Expiry is rounded up to the next bucket of 60 ms.
    expect([freeAt(window, 5, false, 4000), freeAt(window, 10, false, 4000)]).toEqual([64_020, 69_000]);
  });

  test("lets any call run alone, whatever it costs and whatever is reserved", () => {
    const call = fc.record({ cost: fc.constantFrom(1, 5, 2000), urgent: fc.boolean() });
    const limits = fc.record({ limit: fc.integer({ min: 1, max: 20 }), reserve: fc.integer({ min: 0, max: 20 }) });
    fc.assert(
      fc.property(limits, fc.array(call, { maxLength: 20 }), ({ limit, reserve }, calls) => {
        const window = createSlidingWindow(MINUTE, limit, 5, reserve);
        let now = 0;
        for (const { cost, urgent } of calls) {
          for (let at = freeAt(window, cost, urgent, now); !fits(window, cost, urgent, now); now = at ?? Number.NaN) {
            at = freeAt(window, cost, urgent, now);
            expect(at).toBeGreaterThan(now);
          }
          take(window, cost, urgent);
          finishCall(window, cost, urgent, now);
        }
      }),
    );
  });

  test("halves the limit after a rejection, tries the accepted amount again one span later, and rarely tries more", () => {
    const window = createSlidingWindow(MINUTE, 100, 5, 0);
    const spend = (now: number) => {
      let used = 0;
      for (; fits(window, 5, false, now); used += 5) {
        take(window, 5, false);
        finishCall(window, 5, false, now);
      }
      return used;
    };
    for (let used = 0; used < 80; used += 5) take(window, 5, false);
    lower(window, window.total, 0);
    finishCall(window, 80, false, 0);
    expect([spend(60_000), spend(60_001)]).toEqual([50, 30]);
    expect([spend(200_000), spend(650_000)]).toEqual([80, 80]);
    // After ten minutes without a change, more than the accepted 80 is tried, one call at a time.
    expect(fits(window, 5, false, 670_000)).toBe(true);
    take(window, 5, false);
    expect(fits(window, 5, false, 670_000)).toBe(false);
    finishCall(window, 5, false, 670_000);
    expect(fits(window, 5, false, 670_000)).toBe(true);
    take(window, 5, false);
    complete(window, 5, false, { cost: 0, countedBy: 670_000 }, 670_000);
    lower(window, window.total, 670_000);
    expect([fits(window, 5, false, 670_000), spend(800_000)]).toEqual([false, 85]);
    // After a failed probe, an hour passes before the next one.
    expect([spend(1_400_000), spend(4_280_000), spend(4_341_000)]).toEqual([85, 95, 95]);
  });

  test("restores its state and counts pending calls as used just now", () => {
    const window = createSlidingWindow(MINUTE, 20, 5, 0);
    take(window, 5, false);
    finishCall(window, 5, false, 0);
    take(window, 10, false);
    const next = createSlidingWindow(MINUTE, 20, 5, 0);
    restoreWindow(next, saveWindow(window, 30_000), 30_000);
    expect([fits(next, 5, false, 30_000), fits(next, 10, false, 30_000)]).toEqual([true, false]);
    expect([fits(next, 10, false, 60_100), fits(next, 15, false, 60_100)]).toEqual([true, false]);
    expect(fits(next, 20, false, 90_100)).toBe(true);
  });
});
