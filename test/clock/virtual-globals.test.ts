import { webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import { createVirtualClock } from "./virtual-clock.ts";
import { withVirtualGlobals } from "./virtual-globals.ts";

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("advances Date.now(), performance.now() and new Date() together", async () => {
  const clock = createVirtualClock();
  const passed = await withVirtualGlobals(clock, async () => {
    const [start, mark, created] = [Date.now(), performance.now(), new Date()];
    await sleep(3_600_000);
    const later = new Date();
    return [Date.now() - start, performance.now() - mark, later.getTime() - created.getTime()];
  });
  expect(passed).toEqual([3_600_000, 3_600_000, 3_600_000]);
});

test("leaves dates with explicit times unchanged", async () => {
  await withVirtualGlobals(createVirtualClock({ start: 0 }), async () => {
    expect(new Date("2026-07-01T12:00:00Z").getTime()).toBe(Date.UTC(2026, 6, 1, 12));
    expect(new Date()).toBeInstanceOf(Date);
    expect(new Date().toISOString()).toBe("1970-01-01T00:00:00.000Z");
  });
});

test("runs timers in order, including intervals", async () => {
  const order = await withVirtualGlobals(createVirtualClock(), async () => {
    const fired: string[] = [];
    const interval = setInterval(() => fired.push("interval"), 40);
    clearTimeout(setTimeout(() => fired.push("cleared"), 10));
    await Promise.all([sleep(100).then(() => fired.push("late")), sleep(50).then(() => fired.push("early"))]);
    clearInterval(interval);
    await sleep(100);
    return fired;
  });
  expect(order).toEqual(["interval", "early", "interval", "late"]);
});

test("does not advance time while another thread works and no timer is set", async () => {
  const passed = await withVirtualGlobals(createVirtualClock(), async () => {
    const start = Date.now();
    await webcrypto.subtle.digest("SHA-256", new Uint8Array(1000));
    await new Response("text").text();
    return Date.now() - start;
  });
  expect(passed).toBe(0);
});

test("rejects with the error of the callback and restores the globals", async () => {
  const { setTimeout: timeout, Date: date } = globalThis;
  const now = performance.now;
  const failing = withVirtualGlobals(createVirtualClock(), async () => {
    await sleep(1000);
    throw new RangeError("too much");
  });
  expect(globalThis.setTimeout).not.toBe(timeout);
  await expect(failing).rejects.toThrow(new RangeError("too much"));
  expect([globalThis.setTimeout, globalThis.Date, performance.now]).toEqual([timeout, date, now]);
});

test("reports a callback that is stuck", async () => {
  const stuck = withVirtualGlobals(createVirtualClock({ stuckTimeout: 20 }), () => new Promise(() => undefined));
  await expect(stuck).rejects.toThrow("is stuck");
});
