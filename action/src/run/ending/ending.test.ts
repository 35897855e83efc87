import { createClient, type Transport } from "@forgehand/core";
import { deleteSubscription, getRepository, setSubscription } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, vi } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../../../test/clock/virtual-clock.ts";
import { each } from "../each.ts";
import { begin, createEnding, Stopped } from "./ending.ts";

const widgets = { owner: "acme", repo: "widgets" };
const watch = { ...widgets, subscribed: true };

/** Polls for as long as a busy machine can need. */
const PATIENT = { timeout: 30_000, interval: 5 };

interface RunOptions {
  readonly pace?: Parameters<typeof createClient>[0]["pace"];
  /** Milliseconds of the virtual clock from a response to its arrival at the client. */
  readonly delay?: number;
}

/** A run on a virtual clock that can be cancelled, and its client. */
function starting(emulator: Emulator, { pace = "off", delay = 0 }: RunOptions = {}) {
  const clock = createVirtualClock();
  const controller = new AbortController();
  const ending = createEnding(controller.signal, clock);
  const network = { delay };
  const credentials = emulator.tokens["alice"] ?? "";
  const client = createClient({
    baseUrl: emulator.apiUrl,
    credentials,
    clock,
    pace,
    transport: delayedTransport(clock, network),
    middleware: [ending.step],
    cache: false,
  });
  /** Resolves as the work does, and with the milliseconds that it took. */
  async function timed<T>(work: Promise<T>): Promise<readonly [result: T, took: number]> {
    const began = clock.now();
    const result = await clock.runUntil(work);
    return [result, clock.now() - began];
  }
  return { ...ending, client, clock, network, timed, stopping: controller.signal, cancel: () => controller.abort() };
}

function delayedTransport(clock: VirtualClock, network: { readonly delay: number }): Transport {
  const send = clock.hold<Parameters<Transport>, Awaited<ReturnType<Transport>>>(
    async ({ url, method, headers, body, signal }) => {
      const response = await fetch(url, { method, headers, body: body ?? null, signal: signal ?? null });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  );
  return async (request) => {
    const response = await send(request);
    if (network.delay === 0) return response;
    const aborted = new Promise<never>((_, reject) => {
      request.signal?.addEventListener("abort", () => reject(request.signal?.reason), { once: true });
    });
    await Promise.race([clock.sleep(network.delay), aborted]);
    return response;
  };
}

const routesOf = (emulator: Emulator) => emulator.control.calls().map(({ operation }) => operation);

describe.concurrent("a run that is to end", () => {
  test("begins nothing, and drops what waits for limits at once", async ({ emulator, expect }) => {
    const run = starting(emulator, { pace: { preset: "published", limits: { writeGap: 60_000 } } });
    const ends = each(run, [1, 2, 3], () => run.client.call(setSubscription, watch));
    await vi.waitFor(() => expect(routesOf(emulator)).toEqual(["setSubscription"]), PATIENT);
    run.cancel();
    const [all, took] = await run.timed(ends);
    expect(all.map(({ end }) => end)).toEqual(["done", "not begun", "not begun"]);
    expect(took).toBe(0);
    await expect(run.client.call(getRepository, widgets)).rejects.toThrow("cancelled before it was sent");
    expect(routesOf(emulator)).toEqual(["setSubscription"]);
  });

  test("gives what is under way the time to end", async ({ emulator, expect }) => {
    const run = starting(emulator, { delay: 2100 });
    const ends = each(run, [1], () => run.client.call(setSubscription, watch));
    run.clock.after(200, run.cancel);
    const [all, took] = await run.timed(ends);
    expect(all.map(({ end }) => end)).toEqual(["done"]);
    expect(took).toBe(2100);
  });

  test("waits for no answer longer than a moment, and says that it may have taken effect", async ({
    emulator,
    expect,
  }) => {
    const run = starting(emulator, { delay: 8000 });
    const ends = each(run, [1], () => run.client.call(setSubscription, watch));
    run.clock.after(300, run.cancel);
    const [[end], took] = await run.timed(ends);
    expect(end).toMatchObject({ end: "threw", error: { isSent: true } });
    expect(end?.end === "threw" && end.error).toBeInstanceOf(Stopped);
    expect(took).toBe(2300);
  });

  test("a read that is under way was no change", async ({ emulator, expect }) => {
    const run = starting(emulator, { delay: 8000 });
    const ends = each(run, [1], async () => {
      await run.client.call(getRepository, widgets);
      await run.client.call(setSubscription, watch);
    });
    run.clock.after(300, run.cancel);
    const [all, took] = await run.timed(ends);
    expect(all).toEqual([{ end: "not begun", why: "the run was cancelled before" }]);
    expect(took).toBe(2300);
    expect(routesOf(emulator)).toEqual(["getRepository"]);
  });

  test("a write that the service refused has changed nothing", async ({ emulator, expect }) => {
    emulator.control.faults.add({ operation: "setSubscription", status: 429, headers: { "retry-after": "60" } });
    const run = starting(emulator);
    const ends = each(run, [1], () => run.client.call(setSubscription, watch));
    await vi.waitFor(() => expect(routesOf(emulator)).toEqual(["setSubscription"]), PATIENT);
    // The client has the response, and waits to retry.
    await run.clock.advance(1000);
    run.cancel();
    const [all, took] = await run.timed(ends);
    expect(all.map(({ end }) => end)).toEqual(["not begun"]);
    expect(took).toBe(0);
    expect(routesOf(emulator)).toEqual(["setSubscription"]);
  });

  test("what has been begun to change may be changed to its end", async ({ emulator, expect }) => {
    const run = starting(emulator);
    const ends = each(run, [1], async () => {
      await run.client.call(setSubscription, watch);
      run.cancel();
      await run.client.call(deleteSubscription, widgets);
    });
    expect((await run.clock.runUntil(ends)).map(({ end }) => end)).toEqual(["done"]);
    expect(routesOf(emulator)).toEqual(["setSubscription", "deleteSubscription"]);
  });

  test("puts away what must be put away, but not for ever", async ({ emulator, expect }) => {
    const run = starting(emulator);
    run.cancel();
    const put = run.puttingAway(() => each(run, [1, 2], () => run.client.call(setSubscription, watch)));
    expect((await run.clock.runUntil(put)).map(({ end }) => end)).toEqual(["done", "done"]);
    run.network.delay = 9000;
    const late = run.puttingAway(() => run.client.call(setSubscription, watch)).catch((error: unknown) => error);
    const [error, took] = await run.timed(late);
    expect(error).toMatchObject({ isSent: true });
    expect(took).toBe(2000);
  });

  test("what is put away goes before what waits", async ({ emulator, expect }) => {
    const run = starting(emulator, { pace: { preset: "published", limits: { points: 200 } } });
    const waiting = each(
      run,
      Array.from({ length: 60 }, (_, index) => index),
      () => run.client.call(setSubscription, watch),
    );
    await vi.waitFor(() => expect(routesOf(emulator).length).toBeGreaterThan(0), PATIENT);
    const late = run.puttingAway(() => run.client.call(getRepository, widgets)).catch((error: unknown) => error);
    run.cancel();
    const [, took] = await run.timed(Promise.all([waiting, late]));
    expect(took).toBe(0);
  });
});

test("what is begun within something counts for it too", async ({ emulator, expect }) => {
  const run = starting(emulator);
  const whole = begin(() => run.puttingAway(() => begin(() => run.client.call(setSubscription, watch)).done));
  expect(whole.hasWritten()).toBe(false);
  await whole.done;
  expect(whole.hasWritten()).toBe(true);
});
