import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { QuotaShare } from "./limits.ts";
import { createPrimaryLimits, type PrimaryLimits } from "./primary-limits.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const ALL: QuotaShare = { part: 1, of: 1 };

const rate = (remaining: number, { limit = 5000, resource = "core", hours = 1, delay = 0 } = {}) => ({
  limit,
  remaining,
  resource,
  used: undefined,
  resetIn: hours * HOUR + delay,
  resetSeconds: (NOW + hours * HOUR) / 1000,
});

/** Returns how many calls fit before the next one has to wait. */
function countUntilFull(primary: PrimaryLimits, urgent: boolean, now = NOW, resource = "core"): number {
  let count = 0;
  for (; count < 10_000 && primary.fits(resource, urgent, now); count++) primary.take(resource, now);
  for (let completed = 0; completed < count; completed++) primary.complete(resource, false);
  return count;
}

describe("primary limit", () => {
  test("is unlimited until reported; then it is the lowest reported number, whatever the order of the responses", () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 4990 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(numbers, fc.array(fc.nat(60_000)), (remaining, delays) => {
        const primary = createPrimaryLimits(ALL);
        expect(primary.fits("core", false, NOW)).toBe(true);
        remaining.forEach((count, index) => {
          // A late response reports the same reset.
          primary.update(rate(count, { delay: delays[index] ?? 0 }), 0, NOW);
        });
        expect(countUntilFull(primary, true)).toBe(Math.min(...remaining));
      }),
    );
  });

  test("reserves a share for urgent calls", () => {
    const primary = createPrimaryLimits(ALL);
    primary.update(rate(300), 0, NOW);
    expect(countUntilFull(primary, false)).toBe(100);
    const anonymous = createPrimaryLimits(ALL);
    anonymous.update(rate(59, { limit: 60 }), 0, NOW);
    expect(countUntilFull(anonymous, false)).toBe(57);
  });

  test("blocks calls at zero until its reset", () => {
    const primary = createPrimaryLimits(ALL);
    primary.update(rate(0), 0, NOW);
    const reset = primary.resetTime("core", NOW) ?? 0;
    expect(reset).toBeGreaterThanOrEqual(NOW + HOUR);
    expect(reset).toBeLessThanOrEqual(NOW + HOUR + 1000);
    expect([primary.fits("core", true, reset - 1), primary.fits("core", true, reset)]).toEqual([false, true]);
  });

  test("is restored in the next hour, and ignores responses of the previous one", () => {
    const primary = createPrimaryLimits(ALL);
    primary.update(rate(3), 0, NOW);
    primary.update(rate(4000, { hours: 2, delay: -HOUR }), 0, NOW + HOUR);
    primary.update(rate(0, { delay: -HOUR }), 0, NOW + HOUR);
    expect(countUntilFull(primary, true, NOW + HOUR)).toBe(4000);
  });

  test("counts pending calls, but not those that the service does not count", () => {
    const primary = createPrimaryLimits({ part: 1, of: 1000 });
    primary.update(rate(5000), 0, NOW);
    // The share is five calls, and one of them was the call whose response reported the limit.
    for (let count = 0; count < 10; count++) {
      primary.take("core", NOW);
      primary.complete("core", true);
    }
    primary.take("core", NOW);
    expect(countUntilFull(primary, true)).toBe(3);
  });

  test("is what the service reports, however many calls it did not count", () => {
    const primary = createPrimaryLimits(ALL);
    for (let calls = 0; calls < 6000; calls++) {
      expect(primary.fits("core", false, NOW)).toBe(true);
      primary.take("core", NOW);
      primary.complete("core", false);
      primary.update(rate(4999), 0, NOW);
    }
  });

  test("is divided among processes completely", () => {
    for (const of of [2, 7, 16]) {
      const parts = Array.from({ length: of }, (_, index) => {
        const primary = createPrimaryLimits({ part: index + 1, of });
        primary.update(rate(5000), 0, NOW);
        // The call that reported the limit counts as well.
        return countUntilFull(primary, true) + 1;
      });
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(5000);
    }
  });

  test("of one resource does not affect another", () => {
    const primary = createPrimaryLimits(ALL);
    primary.update(rate(0, { resource: "search", limit: 30 }), 0, NOW);
    expect([primary.fits("search", true, NOW), primary.fits("core", true, NOW)]).toEqual([false, true]);
    expect(primary.isUnused(NOW)).toBe(false);
    expect(primary.isUnused(NOW + HOUR + 1000)).toBe(true);
  });

  test("is stored for at most 50 resources at a time, however many the service names", () => {
    const primary = createPrimaryLimits(ALL);
    primary.update(rate(0), 0, NOW);
    for (let count = 0; count < 4000; count++) {
      primary.update(rate(0, { resource: `resource ${count}` }), 0, NOW);
      primary.markExhausted(`other ${count}`, HOUR, 0, NOW);
    }
    expect(primary.save(NOW)).toHaveLength(50);
    expect(primary.fits("core", true, NOW)).toBe(false);
    const next = createPrimaryLimits(ALL);
    next.restore(
      Array.from({ length: 4000 }, (_, index) => ({ ...rate(0), ownCalls: 0, resource: `resource ${index}` })),
      NOW,
    );
    expect(next.save(NOW)).toHaveLength(50);
    primary.update(rate(0, { resource: "search", hours: 3, delay: -2 * HOUR }), 0, NOW + 2 * HOUR);
    expect(primary.save(NOW + 2 * HOUR).map(({ resource }) => resource)).toEqual(["search"]);
  });

  test("has the right reset as soon as two dates agree", () => {
    const dates = fc.array(fc.integer({ min: -2 * HOUR, max: 2 * HOUR }), { maxLength: 8 });
    fc.assert(
      fc.property(dates, (errors) => {
        const primary = createPrimaryLimits(ALL);
        let [lastError, isFirst] = [0, true];
        for (const error of [...errors, 0, 0]) {
          const resetIn = Math.min(HOUR, Math.max(0, HOUR / 2 - error));
          primary.update({ ...rate(0, { hours: 0.5 }), resetIn }, isFirst ? 0 : error - lastError, NOW);
          [lastError, isFirst] = [error, false];
        }
        expect(primary.resetTime("core", NOW)).toBe(NOW + HOUR / 2 + 1000);
      }),
    );
  });

  test("is not restored early by one date that is too late", () => {
    const primary = createPrimaryLimits(ALL);
    const half = rate(0, { hours: 0.5 });
    primary.update(half, 0, NOW);
    primary.update({ ...half, resetIn: 0 }, 2 * HOUR, NOW);
    expect(primary.resetTime("core", NOW)).toBe(NOW + HOUR / 2 + 1000);
    primary.markExhausted("core", 1000, HOUR / 2 - 1000, NOW);
    expect(primary.resetTime("core", NOW)).toBe(NOW + HOUR / 2 + 1000);
  });

  test("restores its state; a stored reset does not block for longer than an hour", () => {
    const primary = createPrimaryLimits(ALL);
    primary.update(rate(7), 0, NOW);
    const saved = primary.save(NOW + HOUR / 2);
    const [next, damaged] = [createPrimaryLimits(ALL), createPrimaryLimits(ALL)];
    next.restore(saved, 0);
    expect(countUntilFull(next, true, HOUR / 2)).toBe(7);
    expect(next.isUnused(HOUR / 2 + 1000)).toBe(true);
    damaged.restore(
      saved.map((state) => ({ ...state, resetIn: 1000 * HOUR })),
      0,
    );
    expect(damaged.isUnused(HOUR)).toBe(true);
  });
});
