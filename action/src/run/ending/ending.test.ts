import { type Clock, createClient } from "@forgehand/core";
import { deleteSubscription, getRepository, setSubscription } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, vi } from "vitest";
import { each } from "../each.ts";
import { begin, createEnding, Stopped } from "./ending.ts";

const clock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

const widgets = { owner: "acme", repo: "widgets" };
const watch = { ...widgets, subscribed: true };

/** A run that can be cancelled, and its client. */
function starting(emulator: Emulator, pace: Parameters<typeof createClient>[0]["pace"] = "off") {
  const controller = new AbortController();
  const ending = createEnding(controller.signal, clock);
  const credentials = emulator.tokens["alice"] ?? "";
  const client = createClient({
    baseUrl: emulator.apiUrl,
    credentials,
    clock,
    pace,
    steps: [ending.step],
    cache: false,
  });
  return { ...ending, client, stopping: controller.signal, cancel: () => controller.abort() };
}

const routesOf = (emulator: Emulator) => emulator.control.calls().map(({ operation }) => operation);

describe.concurrent("a run that is to end", () => {
  test("begins nothing, and drops what waits for limits at once", async ({ emulator, expect }) => {
    const run = starting(emulator, { preset: "published", limits: { writeGap: 60_000 } });
    const ends = each(run, [1, 2, 3], () => run.client.call(setSubscription, watch));
    await vi.waitFor(() => expect(routesOf(emulator)).toEqual(["setSubscription"]));
    const began = Date.now();
    run.cancel();
    expect((await ends).map(({ end }) => end)).toEqual(["done", "not begun", "not begun"]);
    expect(Date.now() - began).toBeLessThan(1500);
    await expect(run.client.call(getRepository, widgets)).rejects.toThrow("cancelled before it was sent");
    expect(routesOf(emulator)).toEqual(["setSubscription"]);
  });

  test("gives what is under way the time to end", async ({ emulator, expect }) => {
    emulator.control.faults.add({ operation: "setSubscription", delay: 1 });
    const run = starting(emulator);
    const ends = each(run, [1], () => run.client.call(setSubscription, watch));
    await vi.waitFor(() => expect(routesOf(emulator)).toEqual([]));
    setTimeout(run.cancel, 200);
    expect((await ends).map(({ end }) => end)).toEqual(["done"]);
  });

  test("waits for no answer longer than a moment, and says that it may have taken effect", async ({
    emulator,
    expect,
  }) => {
    emulator.control.faults.add({ operation: "setSubscription", delay: 8 });
    const run = starting(emulator);
    const ends = each(run, [1], () => run.client.call(setSubscription, watch));
    setTimeout(run.cancel, 300);
    const [end] = await ends;
    expect(end).toMatchObject({ end: "threw", error: { isSent: true } });
    expect(end?.end === "threw" && end.error).toBeInstanceOf(Stopped);
  });

  test("a read that is under way was no change", async ({ emulator, expect }) => {
    emulator.control.faults.add({ operation: "getRepository", delay: 8 });
    const run = starting(emulator);
    const ends = each(run, [1], async () => {
      await run.client.call(getRepository, widgets);
      await run.client.call(setSubscription, watch);
    });
    setTimeout(run.cancel, 300);
    expect(await ends).toEqual([{ end: "not begun", why: "the run was cancelled before" }]);
  });

  test("a write that the service refused has changed nothing", async ({ emulator, expect }) => {
    emulator.control.faults.add({ operation: "setSubscription", status: 429, headers: { "retry-after": "60" } });
    const run = starting(emulator);
    const ends = each(run, [1], () => run.client.call(setSubscription, watch));
    await vi.waitFor(() => expect(routesOf(emulator)).toEqual(["setSubscription"]));
    const began = Date.now();
    run.cancel();
    expect((await ends).map(({ end }) => end)).toEqual(["not begun"]);
    expect(Date.now() - began).toBeLessThan(1000);
  });

  test("what has been begun to change may be changed to its end", async ({ emulator, expect }) => {
    const run = starting(emulator);
    const ends = each(run, [1], async () => {
      await run.client.call(setSubscription, watch);
      run.cancel();
      await run.client.call(deleteSubscription, widgets);
    });
    expect((await ends).map(({ end }) => end)).toEqual(["done"]);
    expect(routesOf(emulator)).toEqual(["setSubscription", "deleteSubscription"]);
  });

  test("puts away what must be put away, but not for ever", async ({ emulator, expect }) => {
    const run = starting(emulator);
    run.cancel();
    const put = await run.puttingAway(() => each(run, [1, 2], () => run.client.call(setSubscription, watch)));
    expect(put.map(({ end }) => end)).toEqual(["done", "done"]);
    emulator.control.faults.add({ operation: "setSubscription", delay: 9 });
    const began = Date.now();
    const late = run.puttingAway(() => run.client.call(setSubscription, watch));
    await expect(late).rejects.toMatchObject({ isSent: true });
    expect(Date.now() - began).toBeLessThan(3000);
  });

  test("what is put away goes before what waits", async ({ emulator, expect }) => {
    const run = starting(emulator, { preset: "published", limits: { points: 200 } });
    const waiting = each(
      run,
      Array.from({ length: 60 }, (_, index) => index),
      () => run.client.call(setSubscription, watch),
    );
    await vi.waitFor(() => expect(routesOf(emulator).length).toBeGreaterThan(0));
    const late = run.puttingAway(() => run.client.call(getRepository, widgets)).catch((error: unknown) => error);
    run.cancel();
    const began = Date.now();
    await Promise.all([waiting, late]);
    expect(Date.now() - began).toBeLessThan(3000);
  });
});

test("what is begun within something counts for it too", async ({ emulator, expect }) => {
  const run = starting(emulator);
  const whole = begin(() => run.puttingAway(() => begin(() => run.client.call(setSubscription, watch)).done));
  expect(whole.hasWritten()).toBe(false);
  await whole.done;
  expect(whole.hasWritten()).toBe(true);
});
