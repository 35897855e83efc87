import "./browser.fixture.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notifications, resetBrowser, tabs } from "./browser.fixture.ts";
import { notifyViews } from "./notify-views.ts";

const FORGE = "https://notified.example.com";

beforeEach(() => {
  vi.useFakeTimers();
  resetBrowser();
  tabs.set(1, `${FORGE}/acme/widgets`);
  tabs.set(2, "https://notified.example.com:8443/acme/widgets");
  tabs.set(3, "https://other.example.com/acme/widgets");
  tabs.set(4, `${FORGE}/acme/gears`);
});
afterEach(async () => {
  // Ends the intervals, which would affect the next test.
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

test("a change is reported to the extension's pages and the host's tabs only, without any data", async () => {
  notifyViews(FORGE, "states");
  await vi.advanceTimersByTimeAsync(0);
  expect(notifications).toEqual([
    { tab: undefined, changed: "states" },
    { tab: 1, changed: "states" },
    { tab: 4, changed: "states" },
  ]);
});

test("changes in quick succession are combined, and the last one is always reported", async () => {
  const count = (changed: string) => notifications.filter((sent) => sent.tab === 1 && sent.changed === changed).length;
  for (let index = 0; index < 50; index += 1) notifyViews(FORGE, "states");
  notifyViews(FORGE, "site");
  await vi.advanceTimersByTimeAsync(0);
  expect([count("states"), count("site")]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([count("states"), count("site")]).toEqual([2, 1]);
  notifyViews(FORGE, "states");
  await vi.advanceTimersByTimeAsync(0);
  expect(count("states")).toBe(3);
});
