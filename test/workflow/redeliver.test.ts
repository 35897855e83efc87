import {
  createRepositoryVariable,
  getRepositoryVariable,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
  starRepository,
  unstarRepository,
  updateRepositoryHook,
} from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test as base } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { inputsFor } from "./inputs.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { runStep } from "./runner.ts";

const REDELIVER = { task: "redeliver", repositories: "acme/widgets", mode: "apply" };

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ emulator }, use) => {
    const receiver = await startReceiver("demo-hook-secret");
    const { call } = askService(emulator);
    const [hook] = await call(listRepositoryHooks, WIDGETS);
    await call(updateRepositoryHook, { ...WIDGETS, hook_id: hook?.id ?? 0, config: { url: receiver.url } });
    await use(receiver);
    await receiver.stop();
  },
});

/** Makes events happen: each star and each star taken back is one. */
async function makeEvents(emulator: Emulator, count: number) {
  const { call } = askService(emulator);
  for (let n = 0; n < count; n += 1) await call(n % 2 === 0 ? starRepository : unstarRepository, WIDGETS);
  await emulator.control.settled();
}

async function deliveries(emulator: Emulator) {
  const { call, items } = askService(emulator);
  const [hook] = await call(listRepositoryHooks, WIDGETS);
  return Array.fromAsync(items(listRepositoryHookDeliveries, { ...WIDGETS, hook_id: hook?.id ?? 0 }));
}

describe("redeliver", () => {
  test("sends each failed event once, under its GUID", async ({ emulator, receiver }) => {
    receiver.failNext(3);
    await makeEvents(emulator, 5);
    const failed = new Set(receiver.received.slice(0, 3).map(({ guid }) => guid));
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "3", failed: "0" });
    expect(new Set(receiver.received.slice(5).map(({ guid }) => guid))).toEqual(failed);
    expect(receiver.received.every(({ genuine }) => genuine)).toBe(true);
    const again = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(again.outputs).toMatchObject({ changed: "0" });
    expect(receiver.received).toHaveLength(8);
  });

  test("keeps the service's time of the run in a variable", async ({ emulator, receiver }) => {
    receiver.failNext(1);
    await makeEvents(emulator, 1);
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER });
    expect(step.errors).toEqual([]);
    const variable = await askService(emulator).call(getRepositoryVariable, {
      ...WIDGETS,
      name: "FORGEHAND_REDELIVERY",
    });
    const kept: { at: string; run: string } = JSON.parse(variable?.value ?? "");
    expect(Math.abs(Date.parse(kept.at) - Date.now())).toBeLessThan(60_000);
    expect(kept.run).toBe("1");
  });

  test("a webhook without deliveries is nothing to do", async ({ emulator, receiver }) => {
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "0", failed: "0" });
    expect(receiver.received).toEqual([]);
  });

  test("an event that always fails is let go in the end", async ({ emulator, receiver }) => {
    receiver.failNext(Number.POSITIVE_INFINITY);
    await makeEvents(emulator, 1);
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10", "max-attempts": "3" });
      expect(step.exitCode).toBe(1);
      expect(step.summary).toContain("the receiver failed again: Invalid HTTP Response: 500");
      expect(receiver.received).toHaveLength(attempt);
    }
    const last = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10", "max-attempts": "3" });
    expect(last.exitCode).toBe(0);
    expect(last.outputs).toMatchObject({ changed: "0", skipped: "1" });
    expect(last.summary).toContain("failed 3 times");
    expect(receiver.received).toHaveLength(3);
  });

  test("reads past the first page", async ({ emulator, receiver }) => {
    receiver.failNext(1);
    await makeEvents(emulator, 120);
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(step.outputs).toMatchObject({ changed: "1" });
    expect((await deliveries(emulator))[0]).toMatchObject({ redelivery: true, status: "OK" });
    expect(receiver.received).toHaveLength(121);
  });

  test("a damaged time is told and counts as none", async ({ emulator, receiver }) => {
    await askService(emulator).call(createRepositoryVariable, {
      ...WIDGETS,
      name: "FORGEHAND_REDELIVERY",
      value: "yesterday",
    });
    receiver.failNext(1);
    await makeEvents(emulator, 1);
    const step = await runStep({ ...inputsFor(emulator), ...REDELIVER, wait: "10" });
    expect(step.log).toContain('holds no time of a run ("yesterday")');
    expect(step.outputs).toMatchObject({ changed: "1" });
  });

  test("a job's built-in token is told that it can't", async ({ emulator, receiver }) => {
    receiver.failNext(1);
    await makeEvents(emulator, 1);
    const step = await runStep({ ...inputsFor(emulator, "workflow"), ...REDELIVER });
    expect(step.exitCode).toBe(1);
    expect(step.summary).toContain("Resource not accessible by integration");
    expect(receiver.received).toHaveLength(1);
  });
});
