import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce, divide, type Limits, MOST_SHARES, PRESETS, WRITE_COST } from "./limits.ts";

describe("shares", () => {
  test("are the whole together, in whole writes, and none is empty", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MOST_SHARES }), (of) => {
        const parts = Array.from({ length: of }, (_, index) => divide(PRESETS.published, { part: index + 1, of }));
        const sum = (name: keyof Limits) => parts.reduce((total, part) => total + part[name], 0);
        for (const name of ["points", "content", "contentPerHour"] as const) {
          expect(sum(name)).toBe(PRESETS.published[name]);
          for (const part of parts) expect(part[name]).toBeGreaterThan(0);
        }
        expect(sum("cpu")).toBeCloseTo(PRESETS.published.cpu);
        expect(parts.every(({ points }) => points % WRITE_COST === 0)).toBe(true);
      }),
    );
  });

  test("of nothing limited are not limited", () => {
    expect(divide(PRESETS.off, { part: 2, of: 3 })).toEqual(PRESETS.off);
  });
});

describe("at once", () => {
  test("go few where limits are published, more where the service takes more, and no more than sockets can bear", () => {
    expect(atOnce(PRESETS.published, "normal")).toBe(16);
    expect(atOnce(PRESETS.polite, "bulk")).toBe(1);
    expect(atOnce({ ...PRESETS.published, inFlight: 1000 }, "normal")).toBe(160);
    expect(atOnce(PRESETS.off, "bulk")).toBe(100);
    expect(atOnce(PRESETS.off, "interactive")).toBe(Infinity);
  });
});
