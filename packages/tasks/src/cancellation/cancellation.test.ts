import { createClient, type Transport } from "@forgehand/core";
import { deleteSubscription, getRepository, setSubscription } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, vi } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../../../test/clock/virtual-clock.ts";
import { settleEach } from "../run/settle-each.ts";
import { CancelledError, createCancellation } from "./cancellation.ts";
import { Work } from "./work.ts";

const widgets = { owner: "acme", repo: "widgets" };
const watch = { ...widgets, subscribed: true };

/** Polling options for slow machines. */
const PATIENT = { timeout: 30_000, interval: 5 };

interface RunOptions {
  readonly pace?: Parameters<typeof createClient>[0]["pace"];
  /** Milliseconds of the virtual clock from a response to its arrival at the client. */
  readonly delay?: number;
}

/** Starts a cancellable run on a virtual clock, with its client. */
function startRun(emulator: Emulator, { pace = "off", delay = 0 }: RunOptions = {}) {
  const clock = createVirtualClock();
  const controller = new AbortController();
  const cancellation = createCancellation(controller.signal, clock);
  const network = { delay };
  const credentials = emulator.tokens["alice"] ?? "";
  const client = createClient({
    baseUrl: emulator.apiUrl,
    credentials,
    clock,
    pace,
    transport: delayedTransport(clock, network),
    middleware: [cancellation.middleware],
    cache: false,
  });
  /** Resolves with the result of the work and the milliseconds it took. */
  async function timed<T>(work: Promise<T>): Promise<readonly [result: T, took: number]> {
    const began = clock.monotonic();
    const result = await clock.runUntil(work);
    return [result, clock.monotonic() - began];
  }
  return {
    ...cancellation,
    client,
    clock,
    network,
    timed,
    stopping: controller.signal,
    cancel: () => controller.abort(),
  };
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

const operationsOf = (emulator: Emulator) => emulator.control.calls().map(({ operation }) => operation);

describe.concurrent("a cancelled run", () => {
  test("starts nothing new and immediately drops calls that wait for rate limits", async ({ emulator, expect }) => {
    const run = startRun(emulator, { pace: { preset: "published", limits: { writeGap: 60_000 } } });
    const pending = settleEach(run, [1, 2, 3], (_, context) => run.client.call(setSubscription, watch, { context }));
    await vi.waitFor(() => expect(operationsOf(emulator)).toEqual(["setSubscription"]), PATIENT);
    run.cancel();
    const [results, elapsed] = await run.timed(pending);
    expect(results.map(({ end }) => end)).toEqual(["done", "not-started", "not-started"]);
    expect(elapsed).toBe(0);
    await expect(run.client.call(getRepository, widgets)).rejects.toThrow("cancelled before it was sent");
    expect(operationsOf(emulator)).toEqual(["setSubscription"]);
  });

  test("gives calls in flight time to complete", async ({ emulator, expect }) => {
    const run = startRun(emulator, { delay: 2100 });
    const pending = settleEach(run, [1], (_, context) => run.client.call(setSubscription, watch, { context }));
    run.clock.after(200, run.cancel);
    const [results, elapsed] = await run.timed(pending);
    expect(results.map(({ end }) => end)).toEqual(["done"]);
    expect(elapsed).toBe(2100);
  });

  test("waits no longer than the grace period and reports that the change may have taken effect", async ({
    emulator,
    expect,
  }) => {
    const run = startRun(emulator, { delay: 8000 });
    const pending = settleEach(run, [1], (_, context) => run.client.call(setSubscription, watch, { context }));
    run.clock.after(300, run.cancel);
    const [[result], elapsed] = await run.timed(pending);
    expect(result).toMatchObject({ end: "threw", error: { mayHaveTakenEffect: true } });
    expect(result?.end === "threw" && result.error).toBeInstanceOf(CancelledError);
    expect(elapsed).toBe(2300);
  });

  test("keeps its grace period if the clock is set", async ({ emulator, expect }) => {
    for (const shift of [-3_600_000, 3_600_000]) {
      const run = startRun(emulator, { delay: 8000 });
      const pending = settleEach(run, [1], (_, context) => run.client.call(setSubscription, watch, { context }));
      run.clock.after(300, run.cancel);
      run.clock.after(400, () => run.clock.shiftWallClock(shift));
      const [[result], elapsed] = await run.timed(pending);
      expect([result?.end, elapsed]).toEqual(["threw", 2300]);
    }
  });

  test("reports work whose read was aborted as not started", async ({ emulator, expect }) => {
    const run = startRun(emulator, { delay: 8000 });
    const pending = settleEach(run, [1], async (_, context) => {
      await run.client.call(getRepository, widgets, { context });
      await run.client.call(setSubscription, watch, { context });
    });
    run.clock.after(300, run.cancel);
    const [results, elapsed] = await run.timed(pending);
    expect(results).toEqual([{ end: "not-started", why: "the run was cancelled" }]);
    expect(elapsed).toBe(2300);
    expect(operationsOf(emulator)).toEqual(["getRepository"]);
  });

  test("reports a write that the service rejected as not started", async ({ emulator, expect }) => {
    emulator.control.faults.add({ operation: "setSubscription", status: 429, headers: { "retry-after": "60" } });
    const run = startRun(emulator);
    const pending = settleEach(run, [1], (_, context) => run.client.call(setSubscription, watch, { context }));
    await vi.waitFor(() => expect(operationsOf(emulator)).toEqual(["setSubscription"]), PATIENT);
    // The client has the response, and waits to retry.
    await run.clock.advance(1000);
    run.cancel();
    const [results, elapsed] = await run.timed(pending);
    expect(results.map(({ end }) => end)).toEqual(["not-started"]);
    expect(elapsed).toBe(0);
    expect(operationsOf(emulator)).toEqual(["setSubscription"]);
  });

  test("completes work that has already written something", async ({ emulator, expect }) => {
    const run = startRun(emulator);
    const pending = settleEach(run, [1], async (_, context) => {
      await run.client.call(setSubscription, watch, { context });
      run.cancel();
      await run.client.call(deleteSubscription, widgets, { context });
    });
    expect((await run.clock.runUntil(pending)).map(({ end }) => end)).toEqual(["done"]);
    expect(operationsOf(emulator)).toEqual(["setSubscription", "deleteSubscription"]);
  });

  test("completes protected work within its time limit", async ({ emulator, expect }) => {
    const run = startRun(emulator);
    run.cancel();
    const protectedCall = () => run.client.call(setSubscription, watch, { context: run.protect(new Work()) });
    await run.clock.runUntil(Promise.all([protectedCall(), protectedCall()]));
    expect(operationsOf(emulator)).toEqual(["setSubscription", "setSubscription"]);
    run.network.delay = 9000;
    const late = protectedCall().catch((error: unknown) => error);
    const [error, elapsed] = await run.timed(late);
    expect(error).toMatchObject({ mayHaveTakenEffect: true });
    expect(elapsed).toBe(2000);
  });

  test("sends calls of protected work before waiting ones", async ({ emulator, expect }) => {
    const run = startRun(emulator, { pace: { preset: "published", limits: { points: 200 } } });
    const waiting = settleEach(
      run,
      Array.from({ length: 60 }, (_, index) => index),
      (_, context) => run.client.call(setSubscription, watch, { context }),
    );
    await vi.waitFor(() => expect(operationsOf(emulator).length).toBeGreaterThan(0), PATIENT);
    const late = run.client
      .call(getRepository, widgets, { context: run.protect(new Work()) })
      .catch((error: unknown) => error);
    run.cancel();
    const [, elapsed] = await run.timed(Promise.all([waiting, late]));
    expect(elapsed).toBe(0);
  });
});
