import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../clock/virtual-clock.ts";
import { withVirtualGlobals } from "../../clock/virtual-globals.ts";
import { type JobKind, wireRequest } from "./job.ts";
import { PUBLISHED_LIMITS } from "./limit-rules.ts";
import { createModelService, type ModelService, type ServiceOptions } from "./model.ts";

const MINUTE = 60_000;
const UNLIMITED = { limit: Number.POSITIVE_INFINITY, seconds: 60 };

const inVirtualTime = <T>(run: () => Promise<T>) => withVirtualGlobals(createVirtualClock(), run);

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A service, and functions that send numbered requests to it. */
function serviceWith(options: ServiceOptions = {}) {
  const service = createModelService(options);
  let number = 0;
  const send = (kind: JobKind, init: RequestInit = {}) => {
    const { method, path } = wireRequest({ kind, number: ++number });
    return service.fetch(`https://api.github.com${path}`, { method, ...init });
  };
  /** Sends `count` requests in small batches, and counts the responses by status. */
  const sendMany = async (kind: JobKind, count: number) => {
    const statuses: Record<number, number> = {};
    for (let remaining = count; remaining > 0; remaining -= 50) {
      const responses = await Promise.all(Array.from({ length: Math.min(50, remaining) }, () => send(kind)));
      for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return statuses;
  };
  return { service, send, sendMany };
}

const executionsOf = (service: ModelService, kind: JobKind, number: number) =>
  service.executions(wireRequest({ kind, number }));

describe("the published limits", () => {
  test("are 900 points per minute: one per read, five per write", () =>
    inVirtualTime(async () => {
      const { service, send, sendMany } = serviceWith();
      expect(await sendMany("unwatching", 100)).toEqual({ 204: 100 });
      expect(await sendMany("subscription", 396)).toEqual({ 200: 396 });
      expect((await send("redelivery")).status).toBe(403);
      expect(await sendMany("subscription", 4)).toEqual({ 200: 4 });
      expect((await send("subscription")).status).toBe(403);
      expect(service.refused()).toBe(2);
    }));

  test("are a hundred requests in flight", () =>
    inVirtualTime(async () => {
      const { send } = serviceWith();
      const responses = await Promise.all(Array.from({ length: 103 }, () => send("secret")));
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(100);
      const rejections = responses.filter(({ status }) => status === 403);
      expect(rejections.map(({ headers }) => headers.get("retry-after"))).toEqual(["1", "1", "1"]);
    }));

  test("are 90 seconds of CPU time per minute", () =>
    inVirtualTime(async () => {
      const { sendMany } = serviceWith({ rules: { ...PUBLISHED_LIMITS, points: UNLIMITED } });
      expect(await sendMany("secret", 451)).toEqual({ 201: 450, 403: 1 });
    }));

  test("are 80 content-creating requests per minute, and 500 per hour", () =>
    inVirtualTime(async () => {
      const { send, sendMany } = serviceWith();
      expect(await sendMany("review-request", 81)).toEqual({ 201: 80, 403: 1 });
      expect(await sendMany("redelivery", 1)).toEqual({ 202: 1 });
      for (let minute = 1; minute <= 5; minute++) {
        await sleep(MINUTE);
        await sendMany("review-request", 80);
      }
      await sleep(MINUTE);
      expect(await sendMany("review-request", 20)).toEqual({ 201: 20 });
      const rejection = await send("review-request");
      expect(rejection.status).toBe(403);
      const wait = Number(rejection.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(3000);
      await sleep(wait * 1000);
      expect(await sendMany("review-request", 1)).toEqual({ 201: 1 });
    }));

  test("are 5,000 requests per hour, starting with the first one", () =>
    inVirtualTime(async () => {
      const { service, send, sendMany } = serviceWith({
        rules: { ...PUBLISHED_LIMITS, points: UNLIMITED, cpu: UNLIMITED },
      });
      await sleep(500);
      const first = await send("subscription");
      const reset = Math.ceil(Date.now() / 1000) + 3600;
      expect(Object.fromEntries(first.headers)).toMatchObject({
        "x-ratelimit-limit": "5000",
        "x-ratelimit-remaining": "4999",
        "x-ratelimit-used": "1",
        "x-ratelimit-reset": String(reset),
        "x-ratelimit-resource": "core",
      });
      expect(await sendMany("subscription", 4999)).toEqual({ 200: 4999 });
      const rejection = await send("subscription");
      expect(rejection.status).toBe(403);
      expect(await rejection.json()).toEqual({ message: expect.stringMatching(/^API rate limit exceeded/) });
      expect(rejection.headers.get("x-ratelimit-remaining")).toBe("0");
      expect(rejection.headers.get("retry-after")).toBeNull();
      expect(executionsOf(service, "subscription", 5001)).toBe(0);
      await sleep(reset * 1000 - Date.now());
      expect((await send("subscription")).headers.get("x-ratelimit-used")).toBe("1");
    }));
});

describe("a rejection", () => {
  const rules = { ...PUBLISHED_LIMITS, points: { limit: 10, seconds: 60 } };

  test("says when the request would be accepted, and executes nothing", () =>
    inVirtualTime(async () => {
      const { service, send } = serviceWith({ rules });
      await send("secret");
      await sleep(10_000);
      await send("secret");
      const rejection = await send("secret");
      expect(rejection.status).toBe(403);
      expect(await rejection.json()).toEqual({ message: expect.stringMatching(/^You have exceeded a secondary rate/) });
      expect(rejection.headers.get("retry-after")).toBe("50");
      expect(rejection.headers.get("x-ratelimit-used")).toBe("2");
      expect(executionsOf(service, "secret", 3)).toBe(0);
      await sleep(50_000);
      expect((await send("secret")).status).toBe(201);
      expect((await send("secret")).status).toBe(403);
    }));
});

describe("a round trip", () => {
  test("takes latency both ways plus the service time", () =>
    inVirtualTime(async () => {
      const { send } = serviceWith();
      for (const [kind, work] of [
        ["subscription", 80],
        ["secret", 200],
        ["review-request", 300],
      ] as const) {
        const start = Date.now();
        await send(kind);
        expect(Date.now() - start - work).toBeGreaterThanOrEqual(40);
        expect(Date.now() - start - work).toBeLessThanOrEqual(60);
      }
    }));

  test("takes the same time with the same seed", () =>
    inVirtualTime(async () => {
      const timesWith = async (seed: number) => {
        const { send } = serviceWith({ seed });
        const times: number[] = [];
        for (let request = 0; request < 10; request++) {
          const start = Date.now();
          await send("secret");
          times.push(Date.now() - start);
        }
        return times;
      };
      expect(await timesWith(1)).toEqual(await timesWith(1));
      expect(await timesWith(2)).not.toEqual(await timesWith(1));
    }));

  test("can lose the response of an executed request", () =>
    inVirtualTime(async () => {
      const { service, send } = serviceWith({ lostResponses: 1 });
      await expect(send("secret")).rejects.toMatchObject({ name: "TypeError", cause: { code: "ECONNRESET" } });
      expect(executionsOf(service, "secret", 1)).toBe(1);
    }));

  test("loses the configured share of responses", () =>
    inVirtualTime(async () => {
      const { send } = serviceWith({
        lostResponses: 0.05,
        rules: { ...PUBLISHED_LIMITS, points: UNLIMITED, inFlight: { limit: 1000 } },
      });
      const results = await Promise.allSettled(Array.from({ length: 1000 }, () => send("subscription")));
      const lost = results.filter(({ status }) => status === "rejected").length;
      expect(lost).toBeGreaterThan(30);
      expect(lost).toBeLessThan(70);
    }));

  test("executes a request even if the caller aborts", () =>
    inVirtualTime(async () => {
      const { service, send } = serviceWith();
      const controller = new AbortController();
      const response = send("secret", { signal: controller.signal });
      controller.abort(new RangeError("no more"));
      await expect(response).rejects.toThrow("no more");
      await sleep(1000);
      expect(executionsOf(service, "secret", 1)).toBe(1);
    }));
});
