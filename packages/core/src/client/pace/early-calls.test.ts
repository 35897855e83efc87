import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { putContents } from "../../contract/repository/contents.ts";
import { getSubscription } from "../../contract/repository/watching.ts";
import type { CallOptions } from "../call-options.ts";
import { leanClient } from "../lean.ts";
import { jsonResponse, subscription, widgets } from "../mock-client.fixture.ts";
import { onDemand } from "../on-demand.ts";
import { seemsLimitRejection } from "../response/limit-rejection.ts";
import { parseRateLimitRejection } from "../response/rate-limit.ts";
import type { EarlyCalls } from "./early-calls.ts";
import { createKeyedMutex } from "./keyed-mutex.ts";
import { PACE_PRESETS } from "./limits.ts";
import { MINUTE, secondaryLimitResponse } from "./paced.fixture.ts";
import { pacing } from "./pacing.ts";

/** A client on a virtual clock, whose schedulers are loaded by the test. */
function earlyClient({ points, startsEarly }: { readonly points?: number; readonly startsEarly?: boolean } = {}) {
  const clock = createVirtualClock();
  const loads: PromiseWithResolvers<void>[] = [];
  const loader = onDemand(async () => {
    const load = Promise.withResolvers<void>();
    loads.push(load);
    await load.promise;
    return import("./owner-quotas.ts");
  });
  const limits = { ...PACE_PRESETS.published, points: points ?? PACE_PRESETS.published.points };
  const earlyCalls: EarlyCalls<typeof import("./owner-quotas.ts")> = new Set();
  const middleware = pacing({
    clock,
    startsEarly: startsEarly ?? true,
    earlyCalls,
    loader,
    createPacing: ({ createOwnerPacing }) =>
      createOwnerPacing(
        { owner: undefined, maxWait: Infinity },
        { limits, clock, random: () => 0 },
        { createMutex: createKeyedMutex, persist: undefined },
      ),
  });
  let sent = 0;
  const open: PromiseWithResolvers<Response>[] = [];
  const { call } = leanClient({
    baseUrl: "https://forge.test/api/v3",
    middleware: [middleware],
    fetch: () => {
      const request = Promise.withResolvers<Response>();
      sent++;
      open.push(request);
      return request.promise;
    },
  });
  const settle = () => clock.advance(0);
  /** Waits for a call, so that it counts as handled if it fails. */
  const watch = (result: Promise<unknown>) => {
    result.catch(() => undefined);
    return result;
  };
  return {
    clock,
    settle,
    earlyCalls,
    sent: () => sent,
    loads: () => loads.length,
    read: (options?: CallOptions) => watch(call(getSubscription, widgets, options)),
    write: () => watch(call(putContents, { ...widgets, path: "a", message: "m", content: "" })),
    /** Ends the current load. */
    async endLoad(error?: Error) {
      await settle();
      if (error) loads.at(-1)?.reject(error);
      else loads.at(-1)?.resolve();
      await settle();
    },
    /** Responds to the oldest open request. */
    async respond(response = jsonResponse(subscription)) {
      await settle();
      open.shift()?.resolve(response);
      await settle();
    },
  };
}

const responseWithRemaining = (remaining: number) =>
  jsonResponse(subscription, 200, {
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Date.UTC(2026, 0, 1) / 1000 + 1800),
  });

describe("before the schedulers are loaded", () => {
  test("twenty calls are sent, of which six run concurrently", async () => {
    const concurrent = earlyClient();
    for (let count = 0; count < 7; count++) concurrent.read();
    await concurrent.settle();
    expect([concurrent.sent(), concurrent.loads()]).toEqual([6, 1]);
    await concurrent.endLoad();
    await concurrent.clock.advance(10);
    expect(concurrent.sent()).toBe(7);

    const sequential = earlyClient();
    for (let count = 0; count < 20; count++) {
      sequential.read();
      await sequential.respond(responseWithRemaining(4000));
    }
    expect([sequential.sent(), sequential.loads()]).toEqual([20, 0]);
    sequential.read();
    await sequential.settle();
    expect([sequential.sent(), sequential.loads()]).toEqual([20, 1]);
    await sequential.endLoad();
    expect(sequential.sent()).toBe(21);
  });

  test("a write is sent alone, and a conflicting one waits for it even if the schedulers are loaded meanwhile", async () => {
    const { write, read, settle, respond, endLoad, sent } = earlyClient();
    write();
    await settle();
    write();
    read();
    await settle();
    expect(sent()).toBe(1);
    await endLoad();
    // The read doesn't conflict.
    expect(sent()).toBe(2);
    await respond();
    expect(sent()).toBe(3);
  });

  test("nothing of a call's content is kept once it has ended", async () => {
    const { write, settle, respond, earlyCalls } = earlyClient();
    write();
    await settle();
    const [call] = earlyCalls;
    expect(call?.request).toMatchObject({ body: expect.stringContaining('"message":"m"'), input: { path: "a" } });
    await respond();
    expect(call?.request).toMatchObject({ body: undefined, input: {}, headers: {}, operation: putContents });
    expect(JSON.stringify({ ...call?.request, url: "" })).not.toContain('"m"');
  });

  test("nothing is sent if a limit is below the published one", async () => {
    const { read, settle, endLoad, sent } = earlyClient({ startsEarly: false });
    read();
    await settle();
    expect(sent()).toBe(0);
    await endLoad();
    expect(sent()).toBe(1);
  });

  test("a call that needs them fails if they can't be loaded, and the next one loads them again", async () => {
    const { read, settle, endLoad, sent, loads } = earlyClient({ startsEarly: false });
    const failing = read();
    await endLoad(new Error("offline"));
    await expect(failing).rejects.toMatchObject({ name: "ConnectionError", outcome: "none" });
    read();
    await endLoad();
    await settle();
    expect([sent(), loads()]).toEqual([1, 2]);
  });

  test("a call that waits for them can be aborted", async () => {
    const { read, settle, endLoad, sent } = earlyClient({ startsEarly: false });
    const controller = new AbortController();
    const aborted = read({ signal: controller.signal });
    await settle();
    controller.abort("enough");
    await expect(aborted).rejects.toBe("enough");
    await endLoad();
    expect(sent()).toBe(0);
  });
});

describe("once loaded, the schedulers count", () => {
  test("calls that have ended", async () => {
    const { read, respond, endLoad, sent } = earlyClient({ points: 25 });
    for (let count = 0; count < 20; count++) {
      read({ priority: "interactive" });
      await respond();
    }
    for (let count = 0; count < 10; count++) read({ priority: "interactive" });
    await endLoad();
    expect(sent()).toBe(25);
  });

  test("calls in flight", async () => {
    const { read, respond, endLoad, sent, clock } = earlyClient({ points: 9 });
    for (let count = 0; count < 15; count++) read({ priority: "interactive" });
    await endLoad();
    expect(sent()).toBe(9);
    for (let count = 0; count < 9; count++) await respond();
    await clock.advance(MINUTE - 1000);
    expect(sent()).toBe(9);
    await clock.advance(2000);
    expect(sent()).toBe(15);
  });

  test("the primary limit", async () => {
    const { read, respond, settle, endLoad, sent, clock } = earlyClient();
    read();
    await respond(responseWithRemaining(200));
    await clock.advance(1000);
    const rejected = read({ maxWait: 0 });
    await settle();
    expect(sent()).toBe(1);
    await endLoad();
    await expect(rejected).rejects.toMatchObject({
      name: "RateLimitError",
      until: new Date(Date.UTC(2026, 0, 1, 0, 30, 1)),
    });
  });

  test("a rejection, whose wait starts when it arrives", async () => {
    const { read, respond, endLoad, sent, loads, clock } = earlyClient();
    read();
    await respond(secondaryLimitResponse(60));
    expect(loads()).toBe(1);
    await clock.advance(20_000);
    await endLoad();
    const rejected = read({ maxWait: 39_000 });
    await expect(rejected).rejects.toMatchObject({ name: "RateLimitError" });
    read();
    await clock.advance(39_000);
    expect(sent()).toBe(1);
    await clock.advance(2000);
    expect(sent()).toBe(2);
  });
});

test("every response that is a rejection seems to be one", () => {
  const message = fc.constantFrom(
    "You have exceeded a secondary rate limit.",
    "Validation Failed: rate limit",
    "validation failed",
    "was submitted too quickly",
    "You have triggered an abuse detection mechanism.",
    "Must have admin rights",
  );
  fc.assert(
    fc.property(
      fc.constantFrom(200, 401, 403, 404, 422, 429, 500),
      message,
      fc.constantFrom({}, { "retry-after": "5" }, { "retry-after": "?" }, { "x-ratelimit-remaining": "0" }),
      fc.constantFrom(undefined, 2),
      (status, message, headers, indentation) => {
        const text = JSON.stringify({ message }, undefined, indentation);
        const response = { status, headers: new Headers(headers), text };
        if (parseRateLimitRejection(response, 0)) expect(seemsLimitRejection(response)).toBe(true);
      },
    ),
  );
});
