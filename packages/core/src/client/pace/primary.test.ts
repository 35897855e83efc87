import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Share } from "./limits.ts";
import { createPrimaryLimits, type PrimaryLimits } from "./primary.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const ALL: Share = { part: 1, of: 1 };

const rate = (remaining: number, { limit = 5000, resource = "core", hours = 1, late = 0 } = {}) => ({
  ...{ limit, remaining, resource, used: undefined },
  ...{ reset: new Date(NOW + hours * HOUR + late), epoch: (NOW + hours * HOUR) / 1000 },
});

/** How many go until one has to wait. */
function goes(primary: PrimaryLimits, urgent: boolean, now = NOW, resource = "core"): number {
  let count = 0;
  for (; count < 10_000 && primary.fits(resource, urgent, now); count++) primary.take(resource, now);
  for (let back = 0; back < count; back++) primary.settle(resource, false);
  return count;
}

describe("a primary limit", () => {
  test("is unknown at first, and then what the lowest number says, in whatever order answers come", () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 4990 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(numbers, fc.array(fc.nat(60_000)), (remaining, late) => {
        const primary = createPrimaryLimits(ALL);
        expect(primary.fits("core", false, NOW)).toBe(true);
        remaining.forEach((left, at) => {
          // However late an answer comes, it tells of the same hour.
          primary.learn(rate(left, { late: late[at] ?? 0 }), NOW);
        });
        expect(goes(primary, true)).toBe(Math.min(...remaining));
      }),
    );
  });

  test("keeps a part for clicks", () => {
    const primary = createPrimaryLimits(ALL);
    primary.learn(rate(300), NOW);
    expect(goes(primary, false)).toBe(100);
    const anonymous = createPrimaryLimits(ALL);
    anonymous.learn(rate(59, { limit: 60 }), NOW);
    expect(goes(anonymous, false)).toBe(57);
  });

  test("holds what comes next once nothing is left, until its reset and no longer", () => {
    const primary = createPrimaryLimits(ALL);
    primary.learn(rate(0), NOW);
    const reset = primary.resetOf("core", NOW) ?? 0;
    expect(reset).toBeGreaterThanOrEqual(NOW + HOUR);
    expect(reset).toBeLessThanOrEqual(NOW + HOUR + 1000);
    expect([primary.fits("core", true, reset - 1), primary.fits("core", true, reset)]).toEqual([false, true]);
  });

  test("is full again in the next hour, and answers of the last one change nothing", () => {
    const primary = createPrimaryLimits(ALL);
    primary.learn(rate(3), NOW);
    primary.learn(rate(4000, { hours: 2 }), NOW + HOUR);
    primary.learn(rate(0), NOW + HOUR);
    expect(goes(primary, true, NOW + HOUR)).toBe(4000);
  });

  test("counts calls that are out, and none that are free", () => {
    const primary = createPrimaryLimits({ part: 1, of: 1000 });
    primary.learn(rate(5000), NOW);
    // One of the five was the answer that told of the limit.
    for (let count = 0; count < 10; count++) {
      primary.take("core", NOW);
      primary.settle("core", true);
    }
    primary.take("core", NOW);
    expect(goes(primary, true)).toBe(3);
  });

  test("is divided among processes, so that together they use all of it", () => {
    for (const of of [1, 2, 7, 16]) {
      const parts = Array.from({ length: of }, (_, index) => {
        const primary = createPrimaryLimits({ part: index + 1, of });
        primary.learn(rate(5000), NOW);
        return goes(primary, true) + (of === 1 ? 0 : 1);
      });
      // The answer that told it counts where a part is all that may be used.
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(of === 1 ? 4999 : 5000);
    }
  });

  test("of one resource is nothing to another", () => {
    const primary = createPrimaryLimits(ALL);
    primary.learn(rate(0, { resource: "search", limit: 30 }), NOW);
    expect([primary.fits("search", true, NOW), primary.fits("core", true, NOW)]).toEqual([false, true]);
    expect(primary.isAsNew(NOW)).toBe(false);
    expect(primary.isAsNew(NOW + HOUR + 1000)).toBe(true);
  });

  test("goes on where it ended; a reset that only a wrong clock can have written does not stop it for long", () => {
    const primary = createPrimaryLimits(ALL);
    primary.learn(rate(7), NOW);
    const [next, later] = [createPrimaryLimits(ALL), createPrimaryLimits(ALL)];
    next.restore(primary.save(), NOW);
    later.restore(primary.save(), NOW - 1000 * HOUR);
    expect(goes(next, true)).toBe(7);
    expect(later.fits("core", true, NOW - 999 * HOUR)).toBe(true);
  });
});
