import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concurrencyFor } from "./concurrency.ts";
import { PACE_PRESETS, type PaceLimits, WRITE_COST } from "./limits.ts";
import { createShare, MAX_SHARES } from "./read-share.ts";
import { shareOfLimits } from "./shares.ts";

describe("shares", () => {
  test("add up to the limits, contain whole writes, and are never empty", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_SHARES }), (of) => {
        const parts = Array.from({ length: of }, (_, index) =>
          shareOfLimits(PACE_PRESETS.published, createShare(index + 1, of)),
        );
        const sum = (name: keyof PaceLimits) => parts.reduce((total, part) => total + part[name], 0);
        for (const name of ["points", "content", "contentPerHour"] as const) {
          expect(sum(name)).toBe(PACE_PRESETS.published[name]);
          for (const part of parts) expect(part[name]).toBeGreaterThan(0);
        }
        expect(sum("cpu")).toBeCloseTo(PACE_PRESETS.published.cpu);
        expect(parts.every(({ points }) => points % WRITE_COST === 0)).toBe(true);
      }),
    );
  });

  test("of unlimited limits are unlimited", () => {
    expect(shareOfLimits(PACE_PRESETS.off, createShare(2, 3))).toEqual(PACE_PRESETS.off);
  });
});

describe("concurrency", () => {
  test("leaves a part of the published limits, scales with higher ones, and is bounded by sockets", () => {
    expect(concurrencyFor(PACE_PRESETS.published, "normal")).toBe(50);
    expect(concurrencyFor(PACE_PRESETS.published, "bulk")).toBe(40);
    expect(concurrencyFor(PACE_PRESETS.polite, "bulk")).toBe(1);
    expect(concurrencyFor({ ...PACE_PRESETS.published, inFlight: 1000 }, "normal")).toBe(500);
    expect(concurrencyFor(PACE_PRESETS.off, "bulk")).toBe(100);
    expect(concurrencyFor(PACE_PRESETS.off, "interactive")).toBe(Infinity);
  });

  test("grows with the round trip, during most of which a call doesn't count, and stays below the limit", () => {
    const bulk = (roundTrip: number) => concurrencyFor(PACE_PRESETS.published, "bulk", roundTrip);
    expect([0, 200, 800, 5000].map(bulk)).toEqual([40, 50, 80, 80]);
    expect(concurrencyFor(PACE_PRESETS.published, "normal", 5000)).toBeLessThan(PACE_PRESETS.published.inFlight);
    expect(concurrencyFor(PACE_PRESETS.polite, "normal", 5000)).toBe(1);
  });
});
