import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  completePrimary,
  createPrimaryLimits,
  exhaustPrimary,
  type PrimaryLimits,
  primaryFreeAt,
  primaryState,
  takePrimary,
  updatePrimary,
} from "./primary-limits.ts";
import { isPrimaryUnused } from "./quota-registry.ts";
import { createShare } from "./read-share.ts";
import { restorePrimary, savePrimary } from "./saved-usage.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const ALL = undefined;

const fits = (primary: PrimaryLimits, resource: string, urgent: boolean, now: number) =>
  primaryFreeAt(primary, resource, urgent, now) === now;

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
  for (; count < 10_000 && fits(primary, resource, urgent, now); count++) takePrimary(primary, resource, now);
  for (let completed = 0; completed < count; completed++) completePrimary(primary, resource, false);
  return count;
}

describe("primary limit", () => {
  test("is unlimited until reported; then it is the lowest reported number, whatever the order of the responses", () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 4990 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(numbers, fc.array(fc.nat(60_000)), (remaining, delays) => {
        const primary = createPrimaryLimits(ALL);
        expect(fits(primary, "core", false, NOW)).toBe(true);
        remaining.forEach((count, index) => {
          // A late response reports the same reset.
          updatePrimary(primary, rate(count, { delay: delays[index] ?? 0 }), 0, NOW);
        });
        expect(countUntilFull(primary, true)).toBe(Math.min(...remaining));
      }),
    );
  });

  test("reserves a share for urgent calls", () => {
    const primary = createPrimaryLimits(ALL);
    updatePrimary(primary, rate(300), 0, NOW);
    expect(countUntilFull(primary, false)).toBe(100);
    const anonymous = createPrimaryLimits(ALL);
    updatePrimary(anonymous, rate(59, { limit: 60 }), 0, NOW);
    expect(countUntilFull(anonymous, false)).toBe(57);
  });

  test("blocks calls at zero until its reset", () => {
    const primary = createPrimaryLimits(ALL);
    updatePrimary(primary, rate(0), 0, NOW);
    const reset = primaryState(primary, "core", NOW)?.reset ?? 0;
    expect(reset).toBeGreaterThanOrEqual(NOW + HOUR);
    expect(reset).toBeLessThanOrEqual(NOW + HOUR + 1000);
    expect([fits(primary, "core", true, reset - 1), fits(primary, "core", true, reset)]).toEqual([false, true]);
  });

  test("is restored in the next hour, and ignores responses of the previous one", () => {
    const primary = createPrimaryLimits(ALL);
    updatePrimary(primary, rate(3), 0, NOW);
    updatePrimary(primary, rate(4000, { hours: 2, delay: -HOUR }), 0, NOW + HOUR);
    updatePrimary(primary, rate(0, { delay: -HOUR }), 0, NOW + HOUR);
    expect(countUntilFull(primary, true, NOW + HOUR)).toBe(4000);
  });

  test("counts pending calls, but not those that the service does not count", () => {
    const primary = createPrimaryLimits(createShare(1, 1000));
    updatePrimary(primary, rate(5000), 0, NOW);
    // The share is five calls, and one of them was the call whose response reported the limit.
    for (let count = 0; count < 10; count++) {
      takePrimary(primary, "core", NOW);
      completePrimary(primary, "core", true);
    }
    takePrimary(primary, "core", NOW);
    expect(countUntilFull(primary, true)).toBe(3);
  });

  test("is what the service reports, however many calls it did not count", () => {
    const primary = createPrimaryLimits(ALL);
    for (let calls = 0; calls < 6000; calls++) {
      expect(fits(primary, "core", false, NOW)).toBe(true);
      takePrimary(primary, "core", NOW);
      completePrimary(primary, "core", false);
      updatePrimary(primary, rate(4999), 0, NOW);
    }
  });

  test("is divided among processes completely", () => {
    for (const of of [2, 7, 16]) {
      const parts = Array.from({ length: of }, (_, index) => {
        const primary = createPrimaryLimits(createShare(index + 1, of));
        updatePrimary(primary, rate(5000), 0, NOW);
        // The call that reported the limit counts as well.
        return countUntilFull(primary, true) + 1;
      });
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(5000);
    }
  });

  test("of one resource does not affect another", () => {
    const primary = createPrimaryLimits(ALL);
    updatePrimary(primary, rate(0, { resource: "search", limit: 30 }), 0, NOW);
    expect([fits(primary, "search", true, NOW), fits(primary, "core", true, NOW)]).toEqual([false, true]);
    expect(isPrimaryUnused(primary, NOW)).toBe(false);
    expect(isPrimaryUnused(primary, NOW + HOUR + 1000)).toBe(true);
  });

  test("is stored for at most 50 resources at a time, however many the service names", () => {
    const primary = createPrimaryLimits(ALL);
    updatePrimary(primary, rate(0), 0, NOW);
    for (let count = 0; count < 4000; count++) {
      updatePrimary(primary, rate(0, { resource: `resource ${count}` }), 0, NOW);
      exhaustPrimary(primary, `other ${count}`, HOUR, 0, NOW);
    }
    expect(savePrimary(primary, NOW)).toHaveLength(50);
    expect(fits(primary, "core", true, NOW)).toBe(false);
    const next = createPrimaryLimits(ALL);
    restorePrimary(
      next,
      Array.from({ length: 4000 }, (_, index) => ({ ...rate(0), ownCalls: 0, resource: `resource ${index}` })),
      NOW,
    );
    expect(savePrimary(next, NOW)).toHaveLength(50);
    updatePrimary(primary, rate(0, { resource: "search", hours: 3, delay: -2 * HOUR }), 0, NOW + 2 * HOUR);
    expect(savePrimary(primary, NOW + 2 * HOUR).map(({ resource }) => resource)).toEqual(["search"]);
  });

  test("has the right reset as soon as two dates agree", () => {
    const dates = fc.array(fc.integer({ min: -2 * HOUR, max: 2 * HOUR }), { maxLength: 8 });
    fc.assert(
      fc.property(dates, (errors) => {
        const primary = createPrimaryLimits(ALL);
        let [lastError, isFirst] = [0, true];
        for (const error of [...errors, 0, 0]) {
          const resetIn = Math.min(HOUR, Math.max(0, HOUR / 2 - error));
          updatePrimary(primary, { ...rate(0, { hours: 0.5 }), resetIn }, isFirst ? 0 : error - lastError, NOW);
          [lastError, isFirst] = [error, false];
        }
        expect(primaryState(primary, "core", NOW)?.reset).toBe(NOW + HOUR / 2 + 1000);
      }),
    );
  });

  test("is not restored early by one date that is too late", () => {
    const primary = createPrimaryLimits(ALL);
    const half = rate(0, { hours: 0.5 });
    updatePrimary(primary, half, 0, NOW);
    updatePrimary(primary, { ...half, resetIn: 0 }, 2 * HOUR, NOW);
    expect(primaryState(primary, "core", NOW)?.reset).toBe(NOW + HOUR / 2 + 1000);
    exhaustPrimary(primary, "core", 1000, HOUR / 2 - 1000, NOW);
    expect(primaryState(primary, "core", NOW)?.reset).toBe(NOW + HOUR / 2 + 1000);
  });

  test("restores its state; a stored reset does not block for longer than an hour", () => {
    const primary = createPrimaryLimits(ALL);
    updatePrimary(primary, rate(7), 0, NOW);
    const saved = savePrimary(primary, NOW + HOUR / 2);
    const [next, damaged] = [createPrimaryLimits(ALL), createPrimaryLimits(ALL)];
    restorePrimary(next, saved, 0);
    expect(countUntilFull(next, true, HOUR / 2)).toBe(7);
    expect(isPrimaryUnused(next, HOUR / 2 + 1000)).toBe(true);
    restorePrimary(
      damaged,
      saved.map((state) => ({ ...state, resetIn: 1000 * HOUR })),
      0,
    );
    expect(isPrimaryUnused(damaged, HOUR)).toBe(true);
  });
});
