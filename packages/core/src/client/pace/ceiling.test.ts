import { describe, expect, test } from "vitest";
import { createCeiling } from "./ceiling.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("a ceiling", () => {
  test("is what was accepted, less what was refused in the same wave, once a span has passed", () => {
    const ceiling = createCeiling(MINUTE, 900, 5);
    ceiling.refused(850, 0);
    for (let count = 0; count < 10; count++) ceiling.refusedToo(5);
    expect([ceiling.limit(), ceiling.proven()]).toEqual([450, 450]);
    ceiling.raise(MINUTE);
    expect(ceiling.limit()).toBe(450);
    ceiling.raise(MINUTE + 1);
    expect([ceiling.limit(), ceiling.proven()]).toEqual([800, 450]);
    ceiling.accepted(700);
    expect(ceiling.proven()).toBe(700);
  });

  test("is never more than what was refused, and never less than one call", () => {
    const ceiling = createCeiling(MINUTE, 900, 5);
    ceiling.refused(300, 0);
    expect(ceiling.limit()).toBe(300);
    for (let times = 0; times < 20; times++) ceiling.refused(1, 0);
    expect(ceiling.limit()).toBe(5);
  });

  test("is tried rarely, and more rarely each time that this fails", () => {
    const ceiling = createCeiling(MINUTE, 800, 5);
    ceiling.refused(200, 0);
    const tries: number[] = [];
    for (let now = MINUTE; now < 24 * HOUR; now += MINUTE) {
      ceiling.raise(now);
      if (ceiling.limit() <= 200) continue;
      tries.push(now / MINUTE);
      ceiling.refused(200, now);
    }
    // From the second minute on, what was accepted is allowed again: ten minutes later more is tried.
    expect(tries).toEqual([12, 72, 432, 792, 1152]);
    expect([ceiling.isLowered(24 * HOUR), ceiling.isLowered(26 * HOUR)]).toEqual([true, false]);
  });

  test("goes on where it ended, however wrong the clock was", () => {
    const ceiling = createCeiling(MINUTE, 900, 5);
    ceiling.refused(600, 10 * HOUR);
    const next = createCeiling(MINUTE, 900, 5);
    next.restore(ceiling.save(), 0);
    expect(next.limit()).toBe(450);
    next.raise(MINUTE + 1);
    expect(next.limit()).toBe(600);
  });
});
