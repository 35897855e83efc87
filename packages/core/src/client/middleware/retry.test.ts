import { setImmediate as settle } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../../test/test-size.ts";
import { redeliverRepositoryHookDelivery } from "../../contract/repository/deliveries.ts";
import { deleteRepositoryHook, pingRepositoryHook } from "../../contract/repository/hooks.ts";
import { requestReviewers } from "../../contract/repository/review-requests.ts";
import { createReview } from "../../contract/repository/reviews.ts";
import { createRepositoryVariable, updateRepositoryVariable } from "../../contract/repository/variables.ts";
import { deleteSubscription, getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { cancelWorkflowRun } from "../../contract/repository/workflow-runs.ts";
import { starRepository } from "../../contract/user/starring.ts";
import { isConnectionError, isServiceError } from "../../errors.ts";
import type { ClientOptions } from "../client.ts";
import { subscription, widgets } from "../mock-client.fixture.ts";
import { delivery, pullRequest, team, variable } from "../payloads.fixture.ts";
import {
  createTestClient,
  outcomeOf,
  type Reply,
  reply,
  START,
  startService,
  unusedOrigin,
  waitUntil,
} from "../service.fixture.ts";
import { fetchTransport } from "../transport/fetch-transport.ts";
import type { Transport } from "../transport/transport.ts";

const SUCCESS = "succeeded";
const newVariable = { ...widgets, name: "LEVEL", value: "3" };

/** One call of each retry class. */
const CALLS = {
  safe: (client: TestClient) => client.call(getSubscription, widgets),
  idempotent: (client: TestClient) => client.call(setSubscription, widgets),
  deletion: (client: TestClient) => client.call(deleteSubscription, widgets),
  verify: (client: TestClient) => client.call(createRepositoryVariable, newVariable),
  "verify-unsupported": (client: TestClient) => client.call(updateRepositoryVariable, { ...widgets, name: "A" }),
  never: (client: TestClient) => client.call(pingRepositoryHook, { ...widgets, hook_id: 1 }),
} as const;
const AT_MOST_ONCE: readonly string[] = ["verify", "verify-unsupported", "never"];

type TestClient = ReturnType<typeof createTestClient>;

const failing = (code: string) => Object.assign(new Error("It failed."), { code });

describe("any sequence of outcomes", () => {
  const wait = fc.integer({ min: 0, max: 4000 });
  const anyOutcome = fc.oneof(
    fc.record({ kind: fc.constant("success" as const) }),
    fc.record({ kind: fc.constant("502" as const), isExecuted: fc.boolean() }),
    fc.record({ kind: fc.constant("503" as const), isExecuted: fc.boolean(), wait }),
    fc.record({ kind: fc.constant("429" as const), wait: fc.option(wait) }),
    fc.record({ kind: fc.constant("lost" as const), isExecuted: fc.boolean() }),
    fc.record({ kind: fc.constant("unsent" as const) }),
  );

  /** Makes a call to a service that produces these outcomes in turn, and then succeeds. */
  async function run(
    name: keyof typeof CALLS,
    outcomes: readonly (typeof anyOutcome extends fc.Arbitrary<infer O> ? O : never)[],
    seed: number,
  ) {
    const clock = createVirtualClock();
    const sent: { at: number; kind: string; minWait: number; maxWait: number; isAmbiguous: boolean }[] = [];
    let executed = 0;
    const response = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
      return { status, headers: new Headers(headers), text: body === undefined ? "" : JSON.stringify(body) };
    };
    const succeed = (method: string) => {
      const isRepeated = executed++ > 0;
      if (name === "deletion") return isRepeated ? response(404, { message: "Not Found" }) : response(204);
      return method === "POST" && name === "verify"
        ? response(201)
        : name === "safe" || name === "idempotent"
          ? response(200, subscription)
          : response(204);
    };
    const transport: Transport = async ({ method }) => {
      if (name === "verify" && method === "GET") {
        return executed > 0 ? response(200, variable("3")) : response(404, { message: "Not Found" });
      }
      const outcome = outcomes[sent.length] ?? { kind: "success" };
      const failures = sent.filter(({ kind }) => kind !== "429").length;
      const rateLimited = sent.length - failures;
      const jitter = Math.min(30_000, 1000 * 2 ** failures);
      const requestedWait = "wait" in outcome && outcome.wait !== null ? outcome.wait * 1000 : undefined;
      const defaultWait = outcome.kind === "429" ? Math.min(3_600_000, 60_000 * 2 ** rateLimited) : 0;
      sent.push({
        at: clock.monotonic(),
        kind: outcome.kind,
        minWait: requestedWait ?? defaultWait,
        maxWait: outcome.kind === "429" ? Infinity : Math.max(requestedWait ?? 0, jitter),
        isAmbiguous: outcome.kind === "502" || outcome.kind === "503" || outcome.kind === "lost",
      });
      if ("isExecuted" in outcome && outcome.isExecuted) executed++;
      switch (outcome.kind) {
        case "success":
          return succeed(method);
        case "502":
          return response(502);
        case "503":
          return response(503, undefined, { "retry-after": String(outcome.wait) });
        case "429":
          return response(429, undefined, outcome.wait === null ? {} : { "retry-after": String(outcome.wait) });
        case "lost":
          throw failing("ECONNRESET");
        case "unsent":
          throw failing("ECONNREFUSED");
      }
    };
    let randomValue = seed;
    const random = () => {
      randomValue = (randomValue * 16_807) % 2_147_483_647;
      return randomValue / 2_147_483_647;
    };
    const pace = { preset: "off", owner: crypto.randomUUID() } as const;
    const client = createTestClient("https://forge.test", { clock, random, transport, pace, cache: false });
    const end = outcomeOf(CALLS[name](client));
    await clock.advance(1e9);
    return { sent, executed, end: await end, timers: clock.pendingTimers() };
  }

  const cases = fc.tuple(
    fc.constantFrom("safe", "idempotent", "deletion", "verify", "verify-unsupported", "never"),
    fc.array(anyOutcome, { maxLength: 14 }),
    fc.integer({ min: 1, max: 2_147_483_646 }),
  );

  test("no write is executed twice, no attempt limit is exceeded and no wait is cut short", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([name, outcomes, seed]) => {
        const { sent, executed, end, timers } = await run(name, outcomes, seed);
        if (AT_MOST_ONCE.includes(name)) expect(executed).toBeLessThanOrEqual(1);
        const ambiguous = sent.findIndex(({ isAmbiguous }) => isAmbiguous);
        if (ambiguous >= 0 && (name === "never" || name === "verify-unsupported")) {
          expect(sent).toHaveLength(ambiguous + 1);
        }
        const failures = sent.filter(({ kind }) => kind !== "429" && kind !== "success").length;
        const rateLimited = sent.filter(({ kind }) => kind === "429").length;
        expect(failures).toBeLessThanOrEqual(4);
        expect(rateLimited).toBeLessThanOrEqual(10);
        for (const [index, { at, minWait, maxWait }] of sent.slice(0, -1).entries()) {
          // In whole microseconds, without the rounding error of the sums.
          const waited = Math.round(((sent[index + 1]?.at ?? 0) - at) * 1000) / 1000;
          expect(waited).toBeGreaterThanOrEqual(minWait);
          // Verification is delayed, so that effects have time to show.
          expect(waited).toBeLessThanOrEqual(
            rateLimited > 0 ? Infinity : Math.max(maxWait, name === "verify" ? 10_000 : 0),
          );
        }
        const last = sent.at(-1);
        expect(last).toBeDefined();
        if (last?.kind === "429") expect(rateLimited).toBe(10);
        if (last?.kind === "unsent") expect(failures).toBe(4);
        if (last?.kind === "success") expect(end).toBe(SUCCESS);
        expect(timers).toBe(0);
      }),
      { numRuns: pickSize(80, 300) },
    );
  });

  test("an executed write is never reported as not executed", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([name, outcomes, seed]) => {
        const { executed, end } = await run(name, outcomes, seed);
        fc.pre(name !== "safe");
        if (end === SUCCESS) expect(executed).toBeGreaterThan(0);
        else if (executed > 0)
          expect(end).toMatchObject({ outcome: "unknown", message: expect.stringContaining("check") });
      }),
      { numRuns: pickSize(80, 300) },
    );
  });
});

/** A service with the given replies in turn, repeating the last one; verification reads get their own reply. */
async function clientWithReplies(
  replies: readonly Reply[],
  verifyReply?: () => Reply,
  options: Partial<ClientOptions> = {},
) {
  const remaining = [...replies];
  const service = await startService(({ method }) => {
    if (verifyReply && method === "GET") return verifyReply();
    return (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? "silent";
  });
  const pace = { preset: "off", owner: crypto.randomUUID() } as const;
  const client = createTestClient(service.origin, { pace, ...options });
  /** Returns the outcome of a call; advances the clock exactly to the times that it waits for. */
  const finish = async (call: Promise<unknown>) => {
    let isOver = false;
    const outcome = outcomeOf(call).finally(() => {
      isOver = true;
    });
    for (let handled = 0; !isOver; await settle()) {
      const event = client.events[handled];
      if (!event) continue;
      handled++;
      const until = event.type === "retry" || event.type === "wait" ? event.until : undefined;
      if (until) await client.clock.advance(Math.max(0, until.getTime() - client.clock.now()));
    }
    return outcome;
  };
  const methods = () => service.requests.map(({ method }) => method);
  return { ...client, service, finish, methods };
}

const OK = reply(200, subscription);

describe("waiting time", () => {
  test.each([
    [0, [0, 0, 0]],
    [0.5, [500, 1000, 2000]],
    [1, [1000, 2000, 4000]],
  ])("after a failure is random up to a bound that doubles: random value %d", async (randomValue, waits) => {
    const { call, finish, events } = await clientWithReplies([reply(502)], undefined, { random: () => randomValue });
    await finish(call(getSubscription, widgets));
    const retryTimes = events.flatMap((event) => (event.type === "retry" ? event.until.getTime() : []));
    expect(retryTimes.map((time, index) => time - (retryTimes[index - 1] ?? START))).toEqual(waits);
  });

  test("after a failure is at least the requested time", async () => {
    const { call, clock, waitForEvent, service } = await clientWithReplies([
      reply(503, undefined, { "retry-after": "7" }),
      OK,
    ]);
    const outcome = call(getSubscription, widgets);
    await waitForEvent("retry");
    await clock.advance(6999);
    expect(service.requests).toHaveLength(1);
    await clock.advance(1);
    expect(await outcome).toEqual(subscription);
  });

  test("after a failure with retry-after 0 is the normal backoff", async () => {
    const { call, finish, events } = await clientWithReplies(
      [reply(503, undefined, { "retry-after": "0" }), OK],
      undefined,
      {
        random: () => 1,
      },
    );
    await finish(call(getSubscription, widgets));
    expect(events).toContainEqual(expect.objectContaining({ type: "retry", until: new Date(START + 1000) }));
  });

  test("after a rate limit without a retry time is a minute", async () => {
    const { call, clock, waitForEvent, service } = await clientWithReplies([reply(429), OK]);
    const outcome = outcomeOf(call(createReview, { ...widgets, pull_number: 1 }));
    await waitForEvent("retry");
    await clock.advance(59_999);
    expect(service.requests).toHaveLength(1);
    await clock.advance(1);
    await outcome;
    expect(service.requests).toHaveLength(2);
  });

  test("is never more than a day: the call fails if the service requests more", async () => {
    const { call, clock, service } = await clientWithReplies([reply(503, undefined, { "retry-after": "86401" })]);
    await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "ServiceError", status: 503 });
    expect([service.requests.length, clock.pendingTimers()]).toEqual([1, 0]);
  });
});

describe("a call ends early", () => {
  test("if the wait would exceed the deadline, with the last error", async () => {
    const { call, clock, service } = await clientWithReplies([reply(503, undefined, { "retry-after": "60" })]);
    const late = call(getSubscription, widgets, { deadline: 60_000 });
    await expect(late).rejects.toMatchObject({ name: "ServiceError", status: 503 });
    expect([service.requests.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("if the wait would exceed maxWait, with a RateLimitError", async () => {
    const { call, clock, service } = await clientWithReplies([reply(429, {}, { "retry-after": "60" })]);
    const late = call(getSubscription, widgets, { maxWait: 59_999 });
    await expect(late).rejects.toMatchObject({ name: "RateLimitError", until: expect.any(Date) });
    expect([service.requests.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("if several rate-limit waits together exceed maxWait", async () => {
    const { call, clock, waitForEvent, service } = await clientWithReplies([reply(429, {}, { "retry-after": "6" })]);
    const outcome = outcomeOf(call(getSubscription, widgets, { maxWait: 11_000 }));
    await waitForEvent("retry");
    await clock.advance(6000);
    expect(await outcome).toMatchObject({ name: "RateLimitError" });
    expect([service.requests.length, clock.pendingTimers()]).toEqual([2, 0]);
  });

  test("if an attempt itself exceeds the deadline", async () => {
    const { call, clock, service } = await clientWithReplies(["silent"]);
    const outcome = outcomeOf(call(setSubscription, widgets, { deadline: 5000 }));
    await waitUntil(() => service.requests.length === 1);
    await clock.advance(5000);
    expect(await outcome).toMatchObject({
      name: "ConnectionError",
      outcome: "unknown",
      message: expect.stringMatching(
        /: No response before the deadline, which left 5 s for this attempt\. It may have taken effect anyway: check before/,
      ),
    });
    await waitUntil(() => service.abortedConnections() === 1);
  });

  test("without sending if the token arrives after the deadline", async () => {
    const token = Promise.withResolvers<string>();
    const { call, clock, service } = await clientWithReplies([OK], undefined, { credentials: () => token.promise });
    const outcome = outcomeOf(call(setSubscription, widgets, { deadline: 5000 }));
    await clock.advance(5000);
    token.resolve("ghp_late");
    expect(await outcome).toMatchObject({ name: "ConnectionError", outcome: "none" });
    expect(service.requests).toEqual([]);
  });

  test.each(["safe", "idempotent", "verify"] as const)("if it is aborted while it waits: %s", async (name) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { call, clock, waitForEvent, service } = await clientWithReplies([reply(502)], undefined, {
      random: () => 1,
    });
    const options = { signal: controller.signal };
    const outcome = outcomeOf(
      name === "safe"
        ? call(getSubscription, widgets, options)
        : name === "idempotent"
          ? call(setSubscription, widgets, options)
          : call(createRepositoryVariable, newVariable, options),
    );
    await waitForEvent("retry");
    controller.abort(reason);
    expect(await outcome).toBe(reason);
    await clock.advance(60_000);
    expect([service.requests.length, clock.pendingTimers()]).toEqual([1, 0]);
  });
});

test("a write that is aborted in flight throws the abort reason and is not retried", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const { call, clock, service } = await clientWithReplies(["silent"]);
  const outcome = outcomeOf(call(createReview, { ...widgets, pull_number: 1 }, { signal: controller.signal }));
  await waitUntil(() => service.requests.length === 1);
  controller.abort(reason);
  expect(await outcome).toBe(reason);
  await waitUntil(() => service.abortedConnections() === 1);
  expect(clock.pendingTimers()).toBe(0);
});

describe("the timeout of an attempt", () => {
  test("leads to a retry of a read", async () => {
    const { call, clock, waitForEvent, service, events } = await clientWithReplies(["silent", OK]);
    const outcome = call(getSubscription, widgets, { timeout: 1000 });
    await waitUntil(() => service.requests.length === 1);
    await clock.advance(1000);
    expect(await outcome).toEqual(subscription);
    await waitForEvent("retry");
    expect(events).toContainEqual(expect.objectContaining({ type: "retry", reason: "No response within 1 s." }));
    await waitUntil(() => service.abortedConnections() === 1);
  });
});

describe("a deletion", () => {
  const NOT_FOUND = reply(404, { message: "Not Found" });

  test.each([
    ["whose response was lost", "lost" as const],
    ["that failed with a service error", reply(502)],
  ])("%s succeeds if the resource no longer exists", async (_, first) => {
    const { call, finish, methods } = await clientWithReplies([first, NOT_FOUND]);
    expect(await finish(call(deleteRepositoryHook, { ...widgets, hook_id: 1 }))).toBe(SUCCESS);
    expect(methods()).toEqual(["DELETE", "DELETE"]);
  });

  test("of a missing resource is an error", async () => {
    const { call, finish } = await clientWithReplies([reply(429, {}, { "retry-after": "1" }), NOT_FOUND]);
    expect(await finish(call(deleteRepositoryHook, { ...widgets, hook_id: 1 }))).toMatchObject({
      name: "NotFoundError",
    });
  });
});

describe("verification", () => {
  const absent = reply(404, { message: "Not Found" });

  test("does not repeat the creation of a variable that exists", async () => {
    const { call, finish, methods } = await clientWithReplies(["lost"], () => reply(200, variable("3")));
    expect(await finish(call(createRepositoryVariable, newVariable))).toBe(SUCCESS);
    expect(methods()).toEqual(["POST", "GET"]);
  });

  test("repeats the creation of a missing variable, and reports a different value as a conflict", async () => {
    const missing = await clientWithReplies([reply(502), reply(201)], () => absent);
    expect(await missing.finish(missing.call(createRepositoryVariable, newVariable))).toBe(SUCCESS);
    expect(missing.methods()).toEqual(["POST", "GET", "POST"]);
    const other = await clientWithReplies(["lost", reply(409, { message: "Already exists" })], () =>
      reply(200, variable("4")),
    );
    expect(await other.finish(other.call(createRepositoryVariable, newVariable))).toMatchObject({
      name: "ConflictError",
    });
  });

  test("does not repeat a review request that took effect, and returns the pull request", async () => {
    const { call, finish, methods } = await clientWithReplies([reply(502)], () => reply(200, pullRequest(1, 2)));
    const request = call(requestReviewers, { ...widgets, pull_number: 7, reviewers: ["U1"] });
    expect(await finish(request)).toBe(SUCCESS);
    expect(await request).toMatchObject({ number: 7, requested_reviewers: [{ login: "u1" }, { login: "u2" }] });
    expect(methods()).toEqual(["POST", "GET"]);
  });

  test("returns a requested team as the call itself would have returned it", async () => {
    const { call, finish } = await clientWithReplies([reply(502)], () =>
      reply(200, { ...pullRequest(), requested_teams: [team] }),
    );
    const request = call(requestReviewers, { ...widgets, pull_number: 7, team_reviewers: ["Reviewers"] });
    expect(await finish(request)).toBe(SUCCESS);
    expect(await request).toMatchObject({ requested_teams: [{ slug: "reviewers", parent: null }] });
  });

  test("repeats a review request that had no effect", async () => {
    const { call, finish, methods } = await clientWithReplies([reply(502), reply(201, pullRequest(1))], () =>
      reply(200, pullRequest(2)),
    );
    expect(await finish(call(requestReviewers, { ...widgets, pull_number: 7, reviewers: ["u1"] }))).toBe(SUCCESS);
    expect(methods()).toEqual(["POST", "GET", "POST"]);
  });

  const redeliveryInput = { ...widgets, hook_id: 1, delivery_id: "5" };
  const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

  test("does not repeat a redelivery that took effect", async () => {
    const { call, finish, methods } = await clientWithReplies(["lost"], () =>
      reply(200, [delivery(6, { redelivery: true, delivered_at: at(0) }), delivery(5)]),
    );
    expect(await finish(call(redeliverRepositoryHookDelivery, redeliveryInput))).toBe(SUCCESS);
    expect(methods()).toEqual(["POST", "GET"]);
  });

  test("repeats a redelivery despite older attempts and other events", async () => {
    const others = [
      delivery(4, { redelivery: true, delivered_at: at(0) }),
      delivery(8, { redelivery: true, delivered_at: at(-2 * 3_600_000) }),
      delivery(9, { redelivery: true, delivered_at: at(0), guid: "other" }),
    ];
    const { call, finish, methods } = await clientWithReplies(["lost", reply(202)], () =>
      reply(200, [...others, delivery(5)]),
    );
    expect(await finish(call(redeliverRepositoryHookDelivery, redeliveryInput))).toBe(SUCCESS);
    expect(methods()).toEqual(["POST", "GET", "POST"]);
  });

  test.each([
    ["behind", 3_600_000],
    ["ahead", -3_600_000],
  ])(
    "compares the times of redeliveries with the service's, if this machine's clock is an hour %s",
    async (_, offset) => {
      const verifiedAt = { date: new Date(START + offset + 10_000).toUTCString() };
      const effect = delivery(6, { redelivery: true, delivered_at: at(offset) });
      const older = delivery(6, { redelivery: true, delivered_at: at(offset - 2 * 3_600_000) });
      for (const [redelivery, methods] of [
        [effect, ["POST", "GET"]],
        [older, ["POST", "GET", "POST"]],
      ] as const) {
        const client = await clientWithReplies(["lost", reply(202)], () =>
          reply(200, [redelivery, delivery(5)], verifiedAt),
        );
        expect(await client.finish(client.call(redeliverRepositoryHookDelivery, redeliveryInput))).toBe(SUCCESS);
        expect(client.methods()).toEqual(methods);
      }
    },
  );

  test.each([7, 60, 3599])(
    "does not repeat a redelivery that took effect, if the clock of the response is %s s ahead of the deliveries'",
    async (seconds) => {
      const verifiedAt = { date: new Date(START + 10_000 + seconds * 1000).toUTCString() };
      const { call, finish, methods } = await clientWithReplies([reply(502)], () =>
        reply(200, [delivery(6, { redelivery: true, delivered_at: at(0) }), delivery(5)], verifiedAt),
      );
      expect(await finish(call(redeliverRepositoryHookDelivery, redeliveryInput))).toMatchObject({
        name: "ServiceError",
        outcome: "unknown",
        message: expect.stringContaining("It may have taken effect anyway"),
      });
      expect(methods()).toEqual(["POST", "GET"]);
    },
  );

  test("takes no redelivery for its effect that is later than the present by the clock of the response", async () => {
    const verifiedAt = { date: new Date(START + 10_000 - 40 * 60_000).toUTCString() };
    const { call, finish, methods } = await clientWithReplies([reply(502)], () =>
      reply(200, [delivery(6, { redelivery: true, delivered_at: at(-30 * 60_000) }), delivery(5)], verifiedAt),
    );
    expect(await finish(call(redeliverRepositoryHookDelivery, redeliveryInput))).toMatchObject({ outcome: "unknown" });
    expect(methods()).toEqual(["POST", "GET"]);
  });

  test("recognizes a late effect of the first attempt", async () => {
    const lists = [
      [delivery(5)],
      [delivery(5)],
      [delivery(6, { redelivery: true, delivered_at: at(1000) }), delivery(5)],
    ];
    const failure = reply(503, undefined, { "retry-after": "60" });
    const { call, finish, methods } = await clientWithReplies([failure, failure, failure, reply(202)], () =>
      reply(200, lists.shift()),
    );
    expect(await finish(call(redeliverRepositoryHookDelivery, redeliveryInput))).toBe(SUCCESS);
    expect(methods()).toEqual(["POST", "GET", "POST", "GET", "POST", "GET"]);
  });

  test("reports an unknown outcome if the delivery is no longer listed", async () => {
    const { call, finish, methods } = await clientWithReplies([reply(502)], () => reply(200, [delivery(4)]));
    expect(await finish(call(redeliverRepositoryHookDelivery, redeliveryInput))).toMatchObject({
      name: "ServiceError",
      status: 502,
      outcome: "unknown",
      message: expect.stringContaining("It may have taken effect anyway"),
    });
    expect(methods()).toEqual(["POST", "GET"]);
  });

  test.each([
    ["is rejected", reply(403, { message: "No." }), 1],
    ["always fails", reply(502), 4],
    ["has a response of the wrong shape", reply(200, { name: 1 }), 1],
  ])("reports an unknown outcome if it %s", async (_, verifyReply, verifications) => {
    const { call, finish, methods } = await clientWithReplies(["lost"], () => verifyReply);
    expect(await finish(call(createRepositoryVariable, newVariable))).toMatchObject({
      name: "ConnectionError",
      outcome: "unknown",
    });
    expect(methods()).toEqual(["POST", ...Array.from({ length: verifications }, () => "GET")]);
  });

  test("reports a later rate limit as such if the first attempt had no effect", async () => {
    const { call, finish } = await clientWithReplies(["lost", reply(429, {}, { "retry-after": "60" })], () => absent);
    const outcome = finish(call(createRepositoryVariable, newVariable, { maxWait: 1000 }));
    expect(await outcome).toMatchObject({ name: "RateLimitError" });
  });

  test("is delayed, because effects can become visible late", async () => {
    const { call, waitForEvent, service, clock } = await clientWithReplies([reply(502)], () =>
      reply(200, variable("3")),
    );
    const outcome = outcomeOf(call(createRepositoryVariable, newVariable));
    await waitForEvent("retry");
    await clock.advance(9_999);
    expect(service.requests).toHaveLength(1);
    await clock.advance(1);
    expect(await outcome).toBe(SUCCESS);
  });

  test("can be aborted with the caller's reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { call, service, waitForEvent, clock } = await clientWithReplies(["lost"], () => "silent");
    const outcome = outcomeOf(call(createRepositoryVariable, newVariable, { signal: controller.signal }));
    await waitForEvent("retry");
    await clock.advance(10_000);
    await waitUntil(() => service.requests.length === 2);
    controller.abort(reason);
    expect(await outcome).toBe(reason);
  });
});

describe("requests that were never sent", () => {
  test.each(Object.keys(CALLS))("are retried in every retry class: %s", async (key) => {
    const name = Object.keys(CALLS).find((candidate): candidate is keyof typeof CALLS => candidate === key) ?? "never";
    const { origin, requests } = await startService(({ method }) =>
      name === "safe" || name === "idempotent" ? OK : reply(method === "POST" && name === "verify" ? 201 : 204),
    );
    const real = fetchTransport(fetch);
    let times = 0;
    const transport: Transport = (request) => (times++ < 3 ? Promise.reject(failing("ENOTFOUND")) : real(request));
    const client = createTestClient(origin, { transport });
    const outcome = outcomeOf(CALLS[name](client));
    await client.clock.advance(10_000);
    expect(await outcome).toBe(SUCCESS);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["connect", "none"],
    ["read", "unknown"],
  ])("are distinguished from lost connections by the system call: %s", async (syscall, outcome) => {
    const wrong = new TypeError("fetch failed", { cause: Object.assign(failing("ETIMEDOUT"), { syscall }) });
    const { call, clock } = createTestClient("https://forge.test", { transport: () => Promise.reject(wrong) });
    const end = outcomeOf(call(createReview, { ...widgets, pull_number: 1 }));
    await clock.advance(10_000);
    expect(await end).toMatchObject({ name: "ConnectionError", outcome });
  });

  test("are reported as such", async () => {
    const { call, waitForEvent, clock } = createTestClient(await unusedOrigin());
    const outcome = outcomeOf(call(createReview, { ...widgets, pull_number: 1 }));
    for (const times of [1, 2, 3]) {
      await waitForEvent("retry", times);
      await clock.advance(0);
    }
    const error = await outcome;
    expect(error).toMatchObject({ outcome: "none", message: expect.stringContaining("No connection (ECONNREFUSED).") });
    expect(error).not.toMatchObject({ message: expect.stringContaining("effect") });
  });
});

describe("a possible effect is never denied", () => {
  const failed = [reply(502), "lost"] as const;

  test.each(failed)("if the last attempt was rate limited: %o", async (first) => {
    const { call, finish, methods } = await clientWithReplies([first, reply(429, {}, { "retry-after": "60" })]);
    const error = await finish(call(starRepository, widgets, { maxWait: 1000 }));
    expect(isServiceError(error) || isConnectionError(error)).toBe(true);
    expect(error).toMatchObject({ outcome: "unknown" });
    expect(methods()).toEqual(["PUT", "PUT"]);
  });

  test("if the last attempts were never sent", async () => {
    let times = 0;
    const transport: Transport = () => Promise.reject(failing(times++ === 0 ? "ECONNRESET" : "ECONNREFUSED"));
    const { call, clock } = createTestClient("https://forge.test", { transport });
    const outcome = outcomeOf(call(starRepository, widgets));
    await clock.advance(10_000);
    expect(await outcome).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(times).toBe(4);
  });

  test("but a read reports the last error", async () => {
    const { call, finish } = await clientWithReplies([reply(502), reply(429, {}, { "retry-after": "60" })]);
    expect(await finish(call(getSubscription, widgets, { maxWait: 1000 }))).toMatchObject({ name: "RateLimitError" });
  });
});

test.each([501, 505])("%i is not retried", async (status) => {
  const { call, methods } = await clientWithReplies([reply(status)]);
  await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "ServiceError", status });
  expect(methods()).toEqual(["GET"]);
});

test("attempts and rate-limit attempts are counted separately", async () => {
  const replies = [
    reply(502),
    reply(429, {}, { "retry-after": "1" }),
    reply(502),
    reply(429, {}, { "retry-after": "1" }),
  ];
  const { call, finish, methods } = await clientWithReplies([...replies, reply(502)], undefined, {
    retry: { attempts: 3, rateLimitAttempts: 3 },
  });
  expect(await finish(call(setSubscription, widgets))).toMatchObject({ status: 502 });
  expect(methods()).toHaveLength(5);
});

test("without retry, every call is sent once", async () => {
  const { call, methods } = await clientWithReplies([reply(429, {}, { "retry-after": "0" })], undefined, {
    retry: false,
  });
  await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "RateLimitError" });
  expect(methods()).toEqual(["GET"]);
});

test("only messages about writes mention a possible effect", async () => {
  const { call, finish } = await clientWithReplies([reply(502, { message: "Bad gateway" })]);
  const run = { ...widgets, run_id: 1 };
  expect(await finish(call(getSubscription, widgets))).toMatchObject({
    message: expect.stringMatching(/502 Bad gateway\.$/),
  });
  expect(await finish(call(cancelWorkflowRun, run))).toMatchObject({
    message: expect.stringMatching(/502 Bad gateway\. It may have taken effect anyway: check before you retry\.$/),
  });
});
