import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createWindow } from "./window.ts";

const MINUTE = 60_000;

describe("a window", () => {
  test("never lets a service see more than the limit in a span, whenever requests arrive and answers come", () => {
    // A call: how long after the last it is asked for, when it arrives after its sending, and when its answer comes after that.
    const call = fc.record({
      gap: fc.integer({ min: 0, max: 8000 }),
      there: fc.integer({ min: 0, max: 20_000 }),
      back: fc.integer({ min: 0, max: 20_000 }),
      cost: fc.constantFrom(1, 5),
      urgent: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
        const limit = 40;
        const window = createWindow(MINUTE, limit, 5, 10);
        const arrivals: { at: number; cost: number }[] = [];
        const answers: { at: number; cost: number; urgent: boolean }[] = [];
        let now = 1_000_000;
        for (const { gap, there, back, cost, urgent } of calls) {
          now += gap;
          for (const answer of answers.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)) {
            window.settle(answer.cost, answer.cost, answer.urgent, answer.at);
            answers.splice(answers.indexOf(answer), 1);
          }
          if (!window.fits(cost, urgent, now)) continue;
          window.take(cost, urgent);
          arrivals.push({ at: now + there, cost });
          answers.push({ at: now + there + back, cost, urgent });
        }
        for (const { at } of arrivals) {
          const seen = arrivals.filter((other) => other.at > at - MINUTE && other.at <= at);
          expect(seen.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test("is used to its end by urgent calls, and up to the reserve by the others", () => {
    const window = createWindow(MINUTE, 900, 5, 15);
    let used = 0;
    for (; window.fits(5, false, 0); used += 5) window.take(5, false);
    expect(used).toBe(885);
    for (; window.fits(5, true, 0); used += 5) window.take(5, true);
    expect(used).toBe(900);
  });

  test("keeps as much for urgent calls as they have used of late", () => {
    const window = createWindow(MINUTE, 900, 5, 15);
    for (let used = 0; used < 60; used += 5) {
      window.take(5, true);
      window.settle(5, 5, true, 0);
    }
    let others = 0;
    for (; window.fits(5, false, 30_000); others += 5) window.take(5, false);
    expect(others).toBe(840);
  });

  test("says when there is room again, and is right", () => {
    const window = createWindow(MINUTE, 10, 5, 0);
    window.take(5, false);
    window.settle(5, 5, false, 1000);
    window.take(5, false);
    expect(window.freeAt(5, false, 1000)).toBeCloseTo(61_000, -2);
    expect(window.freeAt(10, false, 1000)).toBeUndefined();
    window.settle(5, 5, false, 3000);
    const at = window.freeAt(10, false, 3000) ?? 0;
    expect([window.fits(10, false, at - 1), window.fits(10, false, at)]).toEqual([false, true]);
  });

  test("halves after a refusal, and later tries more, one call at a time", () => {
    const window = createWindow(MINUTE, 100, 5, 0);
    window.halve(0);
    const spend = (now: number) => {
      let used = 0;
      for (; window.fits(5, false, now); used += 5) window.take(5, false);
      window.settle(used, used, false, now);
      return used;
    };
    expect(spend(0)).toBe(50);
    expect(spend(120_000)).toBe(50);
    // Ten minutes without a refusal: one call more than is known to hold, while nothing else is out.
    expect(spend(700_000)).toBe(50);
    expect(window.fits(5, false, 700_000)).toBe(true);
    window.take(5, false);
    expect(window.fits(5, false, 700_000)).toBe(false);
    window.halve(700_100);
    expect(window.limit()).toBe(50);
  });

  test("goes on where it ended, with what was out counted as used until now", () => {
    const window = createWindow(MINUTE, 20, 5, 0);
    window.take(5, false);
    window.settle(5, 5, false, 0);
    window.take(10, false);
    const next = createWindow(MINUTE, 20, 5, 0);
    next.restore(window.save(), 30_000);
    expect([next.fits(5, false, 30_000), next.fits(10, false, 30_000)]).toEqual([true, false]);
    expect([next.fits(10, false, 60_100), next.fits(15, false, 60_100)]).toEqual([true, false]);
    expect(next.fits(20, false, 90_100)).toBe(true);
  });

  test("is not locked by a clock that was set back", () => {
    const window = createWindow(MINUTE, 5, 5, 0);
    window.take(5, false);
    window.settle(5, 5, false, 10_000_000);
    expect(window.fits(5, false, 0)).toBe(false);
    expect(window.fits(5, false, 61_000)).toBe(true);
  });
});
