import { webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import { inVirtualTime } from "./virtual-time.ts";

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("passes without anybody waiting", async () => {
  const before = Date.now();
  const passed = await inVirtualTime(async () => {
    const start = Date.now();
    await sleep(3_600_000);
    return Date.now() - start;
  });
  expect(passed).toBe(3_600_000);
  expect(Date.now() - before).toBeLessThan(3_600_000);
});

test("fires timers in their order, intervals among them", async () => {
  const fired = await inVirtualTime(async () => {
    const order: string[] = [];
    const interval = setInterval(() => order.push("interval"), 40);
    await Promise.all([sleep(100).then(() => order.push("late")), sleep(50).then(() => order.push("early"))]);
    clearInterval(interval);
    return order;
  });
  expect(fired).toEqual(["interval", "early", "interval", "late"]);
});

test("waits for what needs real time, and does not pass meanwhile", async () => {
  const passed = await inVirtualTime(async () => {
    const start = Date.now();
    await webcrypto.subtle.digest("SHA-256", new Uint8Array(1000));
    await new Response("text").text();
    return Date.now() - start;
  });
  expect(passed).toBe(0);
});

test("hands on what the run throws, and restores the clock", async () => {
  const real = globalThis.setTimeout;
  const failing = inVirtualTime(async () => {
    await sleep(1000);
    throw new RangeError("too much");
  });
  expect(globalThis.setTimeout).not.toBe(real);
  await expect(failing).rejects.toThrow(new RangeError("too much"));
  expect(globalThis.setTimeout).toBe(real);
});

test("says so where nothing will ever happen", async () => {
  await expect(inVirtualTime(() => new Promise(() => {}))).rejects.toThrow("stands still");
});
