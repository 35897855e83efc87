import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { runBatch } from "./batch.ts";

test("makes all calls, with at most `inFlight` concurrently", async () => {
  const calls: number[] = [];
  let inFlight = 0;
  let maxInFlight = 0;
  const call = async (index: number) => {
    calls.push(index);
    maxInFlight = Math.max(maxInFlight, ++inFlight);
    await setImmediate();
    inFlight--;
  };
  const cost = await runBatch(call, { calls: 23, inFlight: 5 });
  expect(new Set(calls).size).toBe(23);
  expect({ calls: calls.length, maxInFlight }).toEqual({ calls: 23, maxInFlight: 5 });
  expect(cost.wall).toBeGreaterThan(0);
  expect(cost.cpu).toBeGreaterThan(0);
});

test("fails if a call fails", async () => {
  const broken = async () => {
    throw new Error("no");
  };
  await expect(runBatch(broken, { calls: 3, inFlight: 1 })).rejects.toThrow("no");
});
