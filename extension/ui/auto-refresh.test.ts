import "../worker/browser.fixture.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { autoRefresh } from "./auto-refresh.ts";
import { countdownTo } from "./countdown.ts";
import { useWindow } from "./window.fixture.ts";

useWindow();

const OFFLINE = { kind: "offline", text: "away" } as const;

describe("autoRefresh", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("backs off to one minute while the service is unreachable", async () => {
    const refreshedAt: number[] = [];
    const controller = new AbortController();
    const report = autoRefresh(async () => {
      refreshedAt.push(Math.round(performance.now() / 1000));
      report(OFFLINE);
    }, controller.signal);
    const start = Math.round(performance.now() / 1000);
    report(OFFLINE);
    await vi.advanceTimersByTimeAsync(220_000);
    expect(refreshedAt.map((at) => at - start)).toEqual([5, 15, 35, 75, 135, 195]);
    controller.abort();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(refreshedAt).toHaveLength(6);
  });

  test("resets the delay once the service is reachable again", async () => {
    const refresh = vi.fn(async () => undefined);
    const report = autoRefresh(refresh, new AbortController().signal);
    for (let n = 0; n < 5; n += 1) report(OFFLINE);
    report(undefined);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(refresh).not.toHaveBeenCalled();
    report(OFFLINE);
    await vi.advanceTimersByTimeAsync(5000);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test("retries soon after the browser reports that it is online", async () => {
    const refresh = vi.fn(async () => undefined);
    const controller = new AbortController();
    const report = autoRefresh(refresh, controller.signal);
    for (let n = 0; n < 5; n += 1) report(OFFLINE);
    window.dispatchEvent(new Event("online"));
    report(OFFLINE);
    await vi.advanceTimersByTimeAsync(1000);
    expect(refresh).toHaveBeenCalledTimes(1);
    controller.abort();
  });

  test("refreshes when a rate limit ends, even if the system clock changes", async () => {
    for (const jump of [-3_600_000, 3_600_000]) {
      const refresh = vi.fn(async () => undefined);
      const until = Date.now() + 30_000;
      const remaining = countdownTo(until);
      autoRefresh(refresh, new AbortController().signal)({ kind: "limit", text: "wait", until });
      vi.setSystemTime(Date.now() + jump);
      await vi.advanceTimersByTimeAsync(29_000);
      expect(refresh).not.toHaveBeenCalled();
      expect(Math.round(remaining() / 1000)).toBe(1);
      await vi.advanceTimersByTimeAsync(1000);
      expect(refresh).toHaveBeenCalledTimes(1);
    }
  });
});
