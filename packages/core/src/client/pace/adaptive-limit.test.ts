import { describe, expect, test } from "vitest";
import { isLowered } from "./quota-windows.ts";
import { restoreWindow, saveWindow } from "./saved-usage.ts";
import { createSlidingWindow, lower, raiseIfDue, recordAccepted, recordFurtherRejection } from "./sliding-window.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("adaptive limit", () => {
  test("is the accepted amount minus rejections of the same burst, once a span has passed", () => {
    const window = createSlidingWindow(MINUTE, 900, 5, 0);
    lower(window, 850, 0);
    for (let count = 0; count < 10; count++) recordFurtherRejection(window, 5);
    expect([window.limit, window.proven]).toEqual([450, 450]);
    raiseIfDue(window, MINUTE);
    expect(window.limit).toBe(450);
    raiseIfDue(window, MINUTE + 1);
    expect([window.limit, window.proven]).toEqual([800, 450]);
    recordAccepted(window, 700);
    expect(window.proven).toBe(700);
  });

  test("is never above the rejected amount, and never below one call", () => {
    const window = createSlidingWindow(MINUTE, 900, 5, 0);
    lower(window, 300, 0);
    expect(window.limit).toBe(300);
    for (let count = 0; count < 20; count++) lower(window, 1, 0);
    expect(window.limit).toBe(5);
  });

  test("is probed rarely, and more rarely after each failure", () => {
    const window = createSlidingWindow(MINUTE, 800, 5, 0);
    lower(window, 200, 0);
    const probes: number[] = [];
    for (let now = MINUTE; now < 24 * HOUR; now += MINUTE) {
      raiseIfDue(window, now);
      if (window.limit <= 200) continue;
      probes.push(now / MINUTE);
      lower(window, 200, now);
    }
    // From the second minute on, the accepted amount is allowed again; ten minutes later, more is tried.
    expect(probes).toEqual([12, 72, 432, 792, 1152]);
    expect([isLowered(window, 24 * HOUR), isLowered(window, 26 * HOUR)]).toEqual([true, false]);
  });

  test("restores its state and how long ago it changed", () => {
    const window = createSlidingWindow(MINUTE, 900, 5, 0);
    lower(window, 600, 10 * HOUR);
    const next = createSlidingWindow(MINUTE, 900, 5, 0);
    restoreWindow(next, saveWindow(window, 10 * HOUR + MINUTE / 2), 5 * HOUR);
    expect(next.limit).toBe(450);
    raiseIfDue(next, 5 * HOUR + MINUTE / 2);
    expect(next.limit).toBe(450);
    raiseIfDue(next, 5 * HOUR + MINUTE / 2 + 1);
    expect(next.limit).toBe(600);
  });
});
