import "../worker/browser.fixture.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endOf } from "./clock.ts";
import { lookLater } from "./look-later.ts";
import { useWindow } from "./window.fixture.ts";

useWindow();

const OFFLINE = { kind: "offline", text: "away" } as const;

describe("looking again by itself", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("waits longer and longer while a service can't be reached, a minute at most", async () => {
    const looks: number[] = [];
    const life = new AbortController();
    const tell = lookLater(async () => {
      looks.push(Math.round(performance.now() / 1000));
      tell(OFFLINE);
    }, life.signal);
    const start = Math.round(performance.now() / 1000);
    tell(OFFLINE);
    await vi.advanceTimersByTimeAsync(220_000);
    expect(looks.map((at) => at - start)).toEqual([5, 15, 35, 75, 135, 195]);
    life.abort();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(looks).toHaveLength(6);
  });

  test("begins anew once the service was there", async () => {
    const look = vi.fn(async () => undefined);
    const tell = lookLater(look, new AbortController().signal);
    for (let n = 0; n < 5; n += 1) tell(OFFLINE);
    tell(undefined);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(look).not.toHaveBeenCalled();
    tell(OFFLINE);
    await vi.advanceTimersByTimeAsync(5000);
    expect(look).toHaveBeenCalledTimes(1);
  });

  test("waits less where the browser says that the line is back", async () => {
    const look = vi.fn(async () => undefined);
    const life = new AbortController();
    const tell = lookLater(look, life.signal);
    for (let n = 0; n < 5; n += 1) tell(OFFLINE);
    window.dispatchEvent(new Event("online"));
    tell(OFFLINE);
    await vi.advanceTimersByTimeAsync(1000);
    expect(look).toHaveBeenCalledTimes(1);
    life.abort();
  });

  test("looks when a limit ends, whatever becomes of the computer's clock", async () => {
    for (const jump of [-3_600_000, 3_600_000]) {
      const look = vi.fn(async () => undefined);
      const until = Date.now() + 30_000;
      const left = endOf(until);
      lookLater(look, new AbortController().signal)({ kind: "limit", text: "wait", until });
      vi.setSystemTime(Date.now() + jump);
      await vi.advanceTimersByTimeAsync(29_000);
      expect(look).not.toHaveBeenCalled();
      expect(Math.round(left() / 1000)).toBe(1);
      await vi.advanceTimersByTimeAsync(1000);
      expect(look).toHaveBeenCalledTimes(1);
    }
  });
});
