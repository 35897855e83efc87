import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import type { ProgressState } from "../../log.ts";
import { startProgress } from "./progress.ts";

const NOON = Date.UTC(2026, 0, 1, 12);

function createLog() {
  const lines: string[] = [];
  const log = {
    info: (line: string) => lines.push(line),
    warning: () => undefined,
    error: () => undefined,
    debug: undefined,
    group: () => undefined,
    mask: () => undefined,
    redact: String,
  };
  return { lines, log };
}

const DONE = { end: "done", result: undefined } as const;
const THREW = { end: "threw", error: new Error("no") } as const;

describe("progress", () => {
  test("logs the percentage done, the failures and the remaining time", async () => {
    const [{ lines, log }, clock] = [createLog(), createVirtualClock({ start: NOON })];
    const { step, end } = startProgress({ log, clock, eta: undefined }, "Applied", 2000);
    for (let count = 0; count < 117; count++) step(DONE);
    for (let count = 0; count < 3; count++) step(THREW);
    await clock.advance(10_000);
    expect(lines).toEqual(["Applied 120 of 2,000 (6 %), 3 failed; about 2 min 37 s left, until 12:02:46Z"]);
    for (let count = 0; count < 1880; count++) step(DONE);
    await clock.advance(1_000);
    end();
    expect(lines[1]).toBe("Applied 2,000 of 2,000 (100 %), 3 failed");
    expect(clock.pendingTimers()).toBe(0);
  });

  test("is not affected by setting the clock", async () => {
    const [{ lines, log }, clock] = [createLog(), createVirtualClock({ start: NOON })];
    const { step, end } = startProgress({ log, clock, eta: clock.monotonic() + 60_000 }, "Applied", 2000);
    clock.shiftWallClock(-3_600_000);
    for (let count = 0; count < 1000; count++) step(DONE);
    await clock.advance(10_000);
    clock.shiftWallClock(7_200_000);
    for (let count = 0; count < 500; count++) step(DONE);
    await clock.advance(10_000);
    end();
    expect(lines.slice(0, 2)).toEqual([
      "Applied 1,000 of 2,000 (50 %); about 50 s left, until 11:01:00Z",
      "Applied 1,500 of 2,000 (75 %); about 40 s left, until 13:01:00Z",
    ]);
  });

  test("never estimates less time than the rate limits allow", async () => {
    const [{ lines, log }, clock] = [createLog(), createVirtualClock({ start: NOON })];
    const eta = clock.monotonic() + 660_000;
    const { step } = startProgress({ log, clock, eta }, "Applied", 2000);
    for (let count = 0; count < 180; count++) step(DONE);
    await clock.advance(10_000);
    expect(lines).toEqual(["Applied 180 of 2,000 (9 %); about 10 min 50 s left, until 12:11:00Z"]);
  });

  test("logs nothing for short work, and one line per minute without progress", async () => {
    const [{ lines, log }, clock] = [createLog(), createVirtualClock({ start: NOON })];
    const shortProgress = startProgress({ log, clock, eta: undefined }, "Read", 3);
    shortProgress.step(DONE);
    await clock.advance(9_000);
    shortProgress.end();
    expect(lines).toEqual([]);
    const longProgress = startProgress({ log, clock, eta: undefined }, "Read", 10_000);
    await clock.advance(600_000);
    longProgress.end();
    expect(lines.length).toBeLessThanOrEqual(11);
  });

  test("logs a few hundred lines per hour at most", async () => {
    const [{ lines, log }, clock] = [createLog(), createVirtualClock({ start: NOON })];
    const { step, end } = startProgress({ log, clock, eta: undefined }, "Read", 36_000);
    for (let second = 0; second < 3600; second++) {
      for (let count = 0; count < 10; count++) step(DONE);
      await clock.advance(1_000);
    }
    end();
    expect(lines.length).toBeLessThanOrEqual(361);
    expect(lines.at(-1)).toBe("Read 36,000 of 36,000 (100 %)");
  });

  test("is shown at each step instead of logged if the log can show it", async () => {
    const [{ lines, log }, clock] = [createLog(), createVirtualClock({ start: NOON })];
    const shown: (string | undefined)[] = [];
    const showProgress = (state: ProgressState | undefined) =>
      shown.push(
        state && `${state.label} ${state.done}/${state.total}, ${state.failed} failed, ${state.remaining()} ms`,
      );
    const { step, end } = startProgress({ log: { ...log, showProgress }, clock, eta: undefined }, "Applied", 3);
    await clock.advance(10_000);
    step(DONE);
    step(THREW);
    end();
    expect(shown).toEqual(["Applied 1/3, 0 failed, 20000 ms", "Applied 2/3, 1 failed, 5000 ms", undefined]);
    expect(lines).toEqual([]);
    expect(clock.pendingTimers()).toBe(0);
  });
});
