import { setTimeout as realTime } from "node:timers/promises";
import { expect, test } from "vitest";
import { createVirtualTime } from "./virtual-time.ts";

const START = new Date("2026-01-01T00:00:00Z");

test("leaps from timer to timer, in their order, and in none of the machine's time", async () => {
  const time = createVirtualTime(START);
  const seen: [string, number][] = [];
  const note = (name: string) => () => void seen.push([name, time.now() - START.getTime()]);
  const began = performance.now();
  await time.until(async () => {
    time.after(2000, note("two"));
    time.after(1000, note("one"));
    time.after(1000, note("one more"));
    time.after(1500, note("never"))();
    await new Promise<void>((resolve) => void time.after(3_600_000, resolve));
  });
  expect(seen).toEqual([
    ["one", 1000],
    ["one more", 1000],
    ["two", 2000],
  ]);
  expect(time.now() - START.getTime()).toBe(3_600_000);
  expect(performance.now() - began).toBeLessThan(5000);
});

test("stands still while something is under way", async () => {
  const time = createVirtualTime(START);
  let reached = false;
  await time.until(async () => {
    time.after(10, () => {
      reached = true;
    });
    await time.holding(() => realTime(30));
    expect(time.now()).toBe(START.getTime());
    expect(reached).toBe(false);
  });
});

test("what fails in it fails outside", async () => {
  const time = createVirtualTime(START);
  await expect(time.until(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("what waits for nothing that could come is told of", async () => {
  const time = createVirtualTime(START);
  await expect(time.until(() => new Promise(() => undefined))).rejects.toThrow("Virtual time stands still");
}, 20_000);
