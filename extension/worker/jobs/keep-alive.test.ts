import "../browser.fixture.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alarms, resetBrowser } from "../browser.fixture.ts";
import { JOBS_ALARM, stayAwake, updateAlarm, wakeAfter } from "./keep-alive.ts";

const MINUTE = 60_000;

beforeEach(() => {
  resetBrowser();
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const untilAlarm = () => (alarms.get(JOBS_ALARM) ?? Number.NaN) - Date.now();

test("the worker is started at the earliest of all wake times, also after the clock was changed", async () => {
  wakeAfter(10 * MINUTE);
  expect(untilAlarm()).toBeCloseTo(10 * MINUTE, -2);
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  wakeAfter(20 * MINUTE);
  expect(untilAlarm()).toBeCloseTo(10 * MINUTE, -2);
  vi.setSystemTime(Date.now() + 120 * MINUTE);
  await updateAlarm();
  expect(untilAlarm()).toBeCloseTo(10 * MINUTE, -2);
  vi.advanceTimersByTime(11 * MINUTE);
  await updateAlarm();
  expect(untilAlarm()).toBeCloseTo(9 * MINUTE, -2);
  vi.advanceTimersByTime(10 * MINUTE);
  await updateAlarm();
  expect(alarms.has(JOBS_ALARM)).toBe(false);
});

test("a worker that stays awake keeps its periodic alarm", async () => {
  const release = stayAwake();
  const cancel = wakeAfter(10 * MINUTE);
  expect([alarms.has(JOBS_ALARM), untilAlarm()]).toEqual([true, Number.NaN]);
  release();
  await Promise.resolve();
  expect(untilAlarm()).toBeCloseTo(10 * MINUTE, -2);
  cancel();
});

test("a wake time that is cancelled does not start the worker", async () => {
  const cancel = wakeAfter(10 * MINUTE);
  const cancelLater = wakeAfter(20 * MINUTE);
  cancel();
  expect(untilAlarm()).toBeCloseTo(20 * MINUTE, -2);
  cancelLater();
  expect(alarms.has(JOBS_ALARM)).toBe(false);
});
