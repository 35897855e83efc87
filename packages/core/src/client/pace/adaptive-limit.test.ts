import { describe, expect, test } from "vitest";
import { createAdaptiveLimit } from "./adaptive-limit.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("adaptive limit", () => {
  test("is the accepted amount minus rejections of the same burst, once a span has passed", () => {
    const adaptiveLimit = createAdaptiveLimit(MINUTE, 900, 5);
    adaptiveLimit.recordRejection(850, 0);
    for (let count = 0; count < 10; count++) adaptiveLimit.recordFurtherRejection(5);
    expect([adaptiveLimit.current(), adaptiveLimit.proven()]).toEqual([450, 450]);
    adaptiveLimit.tryRaise(MINUTE);
    expect(adaptiveLimit.current()).toBe(450);
    adaptiveLimit.tryRaise(MINUTE + 1);
    expect([adaptiveLimit.current(), adaptiveLimit.proven()]).toEqual([800, 450]);
    adaptiveLimit.recordAccepted(700);
    expect(adaptiveLimit.proven()).toBe(700);
  });

  test("is never above the rejected amount, and never below one call", () => {
    const adaptiveLimit = createAdaptiveLimit(MINUTE, 900, 5);
    adaptiveLimit.recordRejection(300, 0);
    expect(adaptiveLimit.current()).toBe(300);
    for (let count = 0; count < 20; count++) adaptiveLimit.recordRejection(1, 0);
    expect(adaptiveLimit.current()).toBe(5);
  });

  test("is probed rarely, and more rarely after each failure", () => {
    const adaptiveLimit = createAdaptiveLimit(MINUTE, 800, 5);
    adaptiveLimit.recordRejection(200, 0);
    const probes: number[] = [];
    for (let now = MINUTE; now < 24 * HOUR; now += MINUTE) {
      adaptiveLimit.tryRaise(now);
      if (adaptiveLimit.current() <= 200) continue;
      probes.push(now / MINUTE);
      adaptiveLimit.recordRejection(200, now);
    }
    // From the second minute on, the accepted amount is allowed again; ten minutes later, more is tried.
    expect(probes).toEqual([12, 72, 432, 792, 1152]);
    expect([adaptiveLimit.isLowered(24 * HOUR), adaptiveLimit.isLowered(26 * HOUR)]).toEqual([true, false]);
  });

  test("restores its state and how long ago it changed", () => {
    const adaptiveLimit = createAdaptiveLimit(MINUTE, 900, 5);
    adaptiveLimit.recordRejection(600, 10 * HOUR);
    const next = createAdaptiveLimit(MINUTE, 900, 5);
    next.restore(adaptiveLimit.save(10 * HOUR + MINUTE / 2), 5 * HOUR);
    expect(next.current()).toBe(450);
    next.tryRaise(5 * HOUR + MINUTE / 2);
    expect(next.current()).toBe(450);
    next.tryRaise(5 * HOUR + MINUTE / 2 + 1);
    expect(next.current()).toBe(600);
  });
});
