import { setImmediate as settle } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { sized } from "../../../../../test/effort.ts";
import { redeliverRepositoryHookDelivery } from "../../contract/repository/deliveries.ts";
import { deleteRepositoryHook, pingRepositoryHook } from "../../contract/repository/hooks.ts";
import { requestReviewers } from "../../contract/repository/review-requests.ts";
import { createReview } from "../../contract/repository/reviews.ts";
import { createRepositoryVariable, updateRepositoryVariable } from "../../contract/repository/variables.ts";
import { deleteSubscription, getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { cancelWorkflowRun } from "../../contract/repository/workflow-runs.ts";
import { starRepository } from "../../contract/user/starring.ts";
import { isConnectionError, isServiceError } from "../../errors.ts";
import { subscription, widgets } from "../answered.fixture.ts";
import type { ClientOptions } from "../client.ts";
import { delivery, pullRequest, team, variable } from "../objects.fixture.ts";
import { clientOf, ending, eventually, nobody, type Reply, reply, START, serving } from "../service.fixture.ts";
import { fetchTransport } from "../transport/fetch.ts";
import type { Transport } from "../transport/transport.ts";

const DONE = "it went well";
const created = { ...widgets, name: "LEVEL", value: "3" };

/** One call of each class, and how often its service may do it. */
const CALLS = {
  safe: (client: Client) => client.call(getSubscription, widgets),
  idempotent: (client: Client) => client.call(setSubscription, widgets),
  deletion: (client: Client) => client.call(deleteSubscription, widgets),
  verify: (client: Client) => client.call(createRepositoryVariable, created),
  "verify without look": (client: Client) => client.call(updateRepositoryVariable, { ...widgets, name: "A" }),
  never: (client: Client) => client.call(pingRepositoryHook, { ...widgets, hook_id: 1 }),
} as const;
const ONCE: readonly string[] = ["verify", "verify without look", "never"];

type Client = ReturnType<typeof clientOf>;

const failing = (code: string) => Object.assign(new Error("It failed."), { code });

describe("whatever comes back", () => {
  const wait = fc.integer({ min: 0, max: 4000 });
  const outcome = fc.oneof(
    fc.record({ kind: fc.constant("good" as const) }),
    fc.record({ kind: fc.constant("502" as const), done: fc.boolean() }),
    fc.record({ kind: fc.constant("503" as const), done: fc.boolean(), wait }),
    fc.record({ kind: fc.constant("429" as const), wait: fc.option(wait) }),
    fc.record({ kind: fc.constant("lost" as const), done: fc.boolean() }),
    fc.record({ kind: fc.constant("unsent" as const) }),
  );

  /** A service that does what it is asked and answers as told; then it answers well. */
  async function run(
    name: keyof typeof CALLS,
    outcomes: readonly (typeof outcome extends fc.Arbitrary<infer O> ? O : never)[],
    seed: number,
  ) {
    const clock = createVirtualClock();
    const sent: { at: number; kind: string; least: number; most: number; doubtful: boolean }[] = [];
    let executed = 0;
    let looks = 0;
    const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
      return { status, headers: new Headers(headers), text: body === undefined ? "" : JSON.stringify(body) };
    };
    const good = (method: string) => {
      const again = executed++ > 0;
      if (name === "deletion") return again ? answer(404, { message: "Not Found" }) : answer(204);
      return method === "POST" && name === "verify"
        ? answer(201)
        : name === "safe" || name === "idempotent"
          ? answer(200, subscription)
          : answer(204);
    };
    const transport: Transport = async ({ method }) => {
      if (name === "verify" && method === "GET") {
        looks++;
        return executed > 0 ? answer(200, variable("3")) : answer(404, { message: "Not Found" });
      }
      const now = outcomes[sent.length] ?? { kind: "good" };
      const failures = sent.filter(({ kind }) => kind !== "429").length;
      const refusals = sent.length - failures;
      const jitter = Math.min(30_000, 1000 * 2 ** failures);
      const named = "wait" in now && now.wait !== null ? now.wait * 1000 : undefined;
      const unnamed = now.kind === "429" ? Math.min(3_600_000, 60_000 * 2 ** refusals) : 0;
      sent.push({
        at: clock.now(),
        kind: now.kind,
        least: named ?? unnamed,
        most: now.kind === "429" ? Infinity : Math.max(named ?? 0, jitter),
        doubtful: now.kind === "502" || now.kind === "503" || now.kind === "lost",
      });
      if ("done" in now && now.done) executed++;
      switch (now.kind) {
        case "good":
          return good(method);
        case "502":
          return answer(502);
        case "503":
          return answer(503, undefined, { "retry-after": String(now.wait) });
        case "429":
          return answer(429, undefined, now.wait === null ? {} : { "retry-after": String(now.wait) });
        case "lost":
          throw failing("ECONNRESET");
        case "unsent":
          throw failing("ECONNREFUSED");
      }
    };
    let chance = seed;
    const random = () => {
      chance = (chance * 16_807) % 2_147_483_647;
      return chance / 2_147_483_647;
    };
    const pace = { preset: "off", owner: crypto.randomUUID() } as const;
    const client = clientOf("http://forge.test", { clock, random, transport, pace, cache: false });
    const end = ending(CALLS[name](client));
    await clock.advance(1e9);
    return { sent, executed, looks, end: await end, timers: clock.pendingTimers() };
  }

  const cases = fc.tuple(
    fc.constantFrom("safe", "idempotent", "deletion", "verify", "verify without look", "never"),
    fc.array(outcome, { maxLength: 14 }),
    fc.integer({ min: 1, max: 2_147_483_646 }),
  );

  test("nothing is done twice that must not be, no cap is passed and no wait is cut short", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([name, outcomes, seed]) => {
        const { sent, executed, end, timers } = await run(name, outcomes, seed);
        if (ONCE.includes(name)) expect(executed).toBeLessThanOrEqual(1);
        const doubtful = sent.findIndex((one) => one.doubtful);
        if (doubtful >= 0 && (name === "never" || name === "verify without look")) {
          expect(sent).toHaveLength(doubtful + 1);
        }
        const failures = sent.filter(({ kind }) => kind !== "429" && kind !== "good").length;
        const refusals = sent.filter(({ kind }) => kind === "429").length;
        expect(failures).toBeLessThanOrEqual(4);
        expect(refusals).toBeLessThanOrEqual(10);
        for (const [index, { at, least, most }] of sent.slice(0, -1).entries()) {
          const waited = (sent[index + 1]?.at ?? 0) - at;
          expect(waited).toBeGreaterThanOrEqual(least);
          // Before a look what was done gets time to show.
          expect(waited).toBeLessThanOrEqual(refusals > 0 ? Infinity : Math.max(most, name === "verify" ? 10_000 : 0));
        }
        const last = sent.at(-1);
        expect(last).toBeDefined();
        if (last?.kind === "429") expect(refusals).toBe(10);
        if (last?.kind === "unsent") expect(failures).toBe(4);
        if (last?.kind === "good") expect(end).toBe(DONE);
        expect(timers).toBe(0);
      }),
      { numRuns: sized(80, 300) },
    );
  });

  test("a write that was done is never said not to be", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([name, outcomes, seed]) => {
        const { executed, end } = await run(name, outcomes, seed);
        fc.pre(name !== "safe");
        if (end === DONE) expect(executed).toBeGreaterThan(0);
        else if (executed > 0)
          expect(end).toMatchObject({ outcome: "unknown", message: expect.stringContaining("look") });
      }),
      { numRuns: sized(80, 300) },
    );
  });
});

/** A service that answers in turn, the last answer for good; reads that look are answered apart. */
async function answering(replies: readonly Reply[], look?: () => Reply, options: Partial<ClientOptions> = {}) {
  const rest = [...replies];
  const service = await serving(({ method }) => {
    if (look && method === "GET") return look();
    return (rest.length > 1 ? rest.shift() : rest[0]) ?? "silent";
  });
  const pace = { preset: "off", owner: crypto.randomUUID() } as const;
  const client = clientOf(service.origin, { pace, ...options });
  /** What a call ends in: time goes on to where it waits for, and no further. */
  const finish = async (call: Promise<unknown>) => {
    let over = false;
    const end = ending(call).finally(() => {
      over = true;
    });
    for (let heard = 0; !over; await settle()) {
      const event = client.events[heard];
      if (!event) continue;
      heard++;
      const until = event.type === "retry" || event.type === "wait" ? event.until : undefined;
      if (until) await client.clock.advance(Math.max(0, until.getTime() - client.clock.now()));
    }
    return end;
  };
  const methods = () => service.seen.map(({ method }) => method);
  return { ...client, service, finish, methods };
}

const OK = reply(200, subscription);

describe("how long is waited", () => {
  test.each([
    [0, [0, 0, 0]],
    [0.5, [500, 1000, 2000]],
    [1, [1000, 2000, 4000]],
  ])("after a failure anything up to a bound that doubles: chance %d", async (chance, waits) => {
    const { call, finish, events } = await answering([reply(502)], undefined, { random: () => chance });
    await finish(call(getSubscription, widgets));
    const ends = events.flatMap((event) => (event.type === "retry" ? event.until.getTime() : []));
    expect(ends.map((end, index) => end - (ends[index - 1] ?? START))).toEqual(waits);
  });

  test("after a failure that names a time at least that", async () => {
    const { call, clock, told, service } = await answering([reply(503, undefined, { "retry-after": "7" }), OK]);
    const end = call(getSubscription, widgets);
    await told("retry");
    await clock.advance(6999);
    expect(service.seen).toHaveLength(1);
    await clock.advance(1);
    expect(await end).toEqual(subscription);
  });

  test("after one that names no time at all as after any other", async () => {
    const { call, finish, events } = await answering([reply(503, undefined, { "retry-after": "0" }), OK], undefined, {
      random: () => 1,
    });
    await finish(call(getSubscription, widgets));
    expect(events).toContainEqual(expect.objectContaining({ type: "retry", until: new Date(START + 1000) }));
  });

  test("after a refusal that names none a minute", async () => {
    const { call, clock, told, service } = await answering([reply(429), OK]);
    const end = ending(call(createReview, { ...widgets, pull_number: 1 }));
    await told("retry");
    await clock.advance(59_999);
    expect(service.seen).toHaveLength(1);
    await clock.advance(1);
    await end;
    expect(service.seen).toHaveLength(2);
  });

  test("more than a day is not waited", async () => {
    const { call, clock, service } = await answering([reply(503, undefined, { "retry-after": "86401" })]);
    await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "ServiceError", status: 503 });
    expect([service.seen.length, clock.pendingTimers()]).toEqual([1, 0]);
  });
});

describe("ends early", () => {
  test("where the wait would pass the deadline, with what came last", async () => {
    const { call, clock, service } = await answering([reply(503, undefined, { "retry-after": "60" })]);
    const late = call(getSubscription, widgets, { deadline: 60_000 });
    await expect(late).rejects.toMatchObject({ name: "ServiceError", status: 503 });
    expect([service.seen.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("where the wait is longer than it may be, with a RateLimitError", async () => {
    const { call, clock, service } = await answering([reply(429, {}, { "retry-after": "60" })]);
    const late = call(getSubscription, widgets, { maxWait: 59_999 });
    await expect(late).rejects.toMatchObject({ name: "RateLimitError", until: expect.any(Date) });
    expect([service.seen.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("where several waits for limits are, together", async () => {
    const { call, clock, told, service } = await answering([reply(429, {}, { "retry-after": "6" })]);
    const end = ending(call(getSubscription, widgets, { maxWait: 11_000 }));
    await told("retry");
    await clock.advance(6000);
    expect(await end).toMatchObject({ name: "RateLimitError" });
    expect([service.seen.length, clock.pendingTimers()]).toEqual([2, 0]);
  });

  test("where an attempt itself takes too long", async () => {
    const { call, clock, service } = await answering(["silent"]);
    const end = ending(call(setSubscription, widgets, { deadline: 5000 }));
    await eventually(() => service.seen.length === 1);
    await clock.advance(5000);
    expect(await end).toMatchObject({
      name: "ConnectionError",
      outcome: "unknown",
      message: expect.stringMatching(/: No answer within 5 s\. It may have taken effect all the same: look before/),
    });
    await eventually(() => service.left() === 1);
  });

  test("where its turn comes too late: a write is not begun only to be broken off", async () => {
    const token = Promise.withResolvers<string>();
    const { call, clock, service } = await answering([OK], undefined, { credentials: () => token.promise });
    const end = ending(call(setSubscription, widgets, { deadline: 5000 }));
    await clock.advance(5000);
    token.resolve("ghp_late");
    expect(await end).toMatchObject({ name: "ConnectionError", outcome: "none" });
    expect(service.seen).toEqual([]);
  });

  test.each(["safe", "idempotent", "verify"] as const)("where it is aborted while it waits: %s", async (name) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { call, clock, told, service } = await answering([reply(502)], undefined, { random: () => 1 });
    const options = { signal: controller.signal };
    const end = ending(
      name === "safe"
        ? call(getSubscription, widgets, options)
        : name === "idempotent"
          ? call(setSubscription, widgets, options)
          : call(createRepositoryVariable, created, options),
    );
    await told("retry");
    controller.abort(reason);
    expect(await end).toBe(reason);
    await clock.advance(60_000);
    expect([service.seen.length, clock.pendingTimers()]).toEqual([1, 0]);
  });
});

test("a write that is aborted on its way ends in the caller's reason, and is not repeated", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const { call, clock, service } = await answering(["silent"]);
  const end = ending(call(createReview, { ...widgets, pull_number: 1 }, { signal: controller.signal }));
  await eventually(() => service.seen.length === 1);
  controller.abort(reason);
  expect(await end).toBe(reason);
  await eventually(() => service.left() === 1);
  expect(clock.pendingTimers()).toBe(0);
});

describe("an attempt has a time of its own", () => {
  test("after which a read is sent again", async () => {
    const { call, clock, told, service, events } = await answering(["silent", OK]);
    const end = call(getSubscription, widgets, { timeout: 1000 });
    await eventually(() => service.seen.length === 1);
    await clock.advance(1000);
    expect(await end).toEqual(subscription);
    await told("retry");
    expect(events).toContainEqual(expect.objectContaining({ type: "retry", reason: "No answer within 1 s." }));
    await eventually(() => service.left() === 1);
  });
});

describe("a deletion", () => {
  const GONE = reply(404, { message: "Not Found" });

  test.each([
    ["whose answer was lost", "lost" as const],
    ["that the service failed at", reply(502)],
  ])("%s is done where nothing is left to delete", async (_, first) => {
    const { call, finish, methods } = await answering([first, GONE]);
    expect(await finish(call(deleteRepositoryHook, { ...widgets, hook_id: 1 }))).toBe(DONE);
    expect(methods()).toEqual(["DELETE", "DELETE"]);
  });

  test("of what was never there is not", async () => {
    const { call, finish } = await answering([reply(429, {}, { "retry-after": "1" }), GONE]);
    expect(await finish(call(deleteRepositoryHook, { ...widgets, hook_id: 1 }))).toMatchObject({
      name: "NotFoundError",
    });
  });
});

describe("looks first", () => {
  const absent = reply(404, { message: "Not Found" });

  test("a variable that was made is not made again", async () => {
    const { call, finish, methods } = await answering(["lost"], () => reply(200, variable("3")));
    expect(await finish(call(createRepositoryVariable, created))).toBe(DONE);
    expect(methods()).toEqual(["POST", "GET"]);
  });

  test("one that was not is made, and one of another value is a conflict", async () => {
    const made = await answering([reply(502), reply(201)], () => absent);
    expect(await made.finish(made.call(createRepositoryVariable, created))).toBe(DONE);
    expect(made.methods()).toEqual(["POST", "GET", "POST"]);
    const other = await answering(["lost", reply(409, { message: "Already exists" })], () => reply(200, variable("4")));
    expect(await other.finish(other.call(createRepositoryVariable, created))).toMatchObject({ name: "ConflictError" });
  });

  test("reviewers who are asked are not asked again; the answer is the pull request", async () => {
    const { call, finish, methods } = await answering([reply(502)], () => reply(200, pullRequest(1, 2)));
    const asked = call(requestReviewers, { ...widgets, pull_number: 7, reviewers: ["U1"] });
    expect(await finish(asked)).toBe(DONE);
    expect(await asked).toMatchObject({ number: 7, requested_reviewers: [{ login: "u1" }, { login: "u2" }] });
    expect(methods()).toEqual(["POST", "GET"]);
  });

  test("a team that is asked comes back as the call would have answered it", async () => {
    const { call, finish } = await answering([reply(502)], () =>
      reply(200, { ...pullRequest(), requested_teams: [team] }),
    );
    const asked = call(requestReviewers, { ...widgets, pull_number: 7, team_reviewers: ["Reviewers"] });
    expect(await finish(asked)).toBe(DONE);
    expect(await asked).toMatchObject({ requested_teams: [{ slug: "reviewers", parent: null }] });
  });

  test("reviewers who are not are", async () => {
    const { call, finish, methods } = await answering([reply(502), reply(201, pullRequest(1))], () =>
      reply(200, pullRequest(2)),
    );
    expect(await finish(call(requestReviewers, { ...widgets, pull_number: 7, reviewers: ["u1"] }))).toBe(DONE);
    expect(methods()).toEqual(["POST", "GET", "POST"]);
  });

  const again = { ...widgets, hook_id: 1, delivery_id: "5" };
  const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

  test("a delivery that was made again is not made once more", async () => {
    const { call, finish, methods } = await answering(["lost"], () =>
      reply(200, [delivery(6, { redelivery: true, delivered_at: at(0) }), delivery(5)]),
    );
    expect(await finish(call(redeliverRepositoryHookDelivery, again))).toBe(DONE);
    expect(methods()).toEqual(["POST", "GET"]);
  });

  test("one that was not is: an older attempt doesn't count, nor one of another event", async () => {
    const others = [
      delivery(8, { redelivery: true, delivered_at: at(-60_000) }),
      delivery(9, { redelivery: true, delivered_at: at(0), guid: "other" }),
    ];
    const { call, finish, methods } = await answering(["lost", reply(202)], () => reply(200, [...others, delivery(5)]));
    expect(await finish(call(redeliverRepositoryHookDelivery, again))).toBe(DONE);
    expect(methods()).toEqual(["POST", "GET", "POST"]);
  });

  test("what the first attempt did shows late, and is seen all the same", async () => {
    const lists = [
      [delivery(5)],
      [delivery(5)],
      [delivery(6, { redelivery: true, delivered_at: at(1000) }), delivery(5)],
    ];
    const failure = reply(503, undefined, { "retry-after": "60" });
    const { call, finish, methods } = await answering([failure, failure, failure, reply(202)], () =>
      reply(200, lists.shift()),
    );
    expect(await finish(call(redeliverRepositoryHookDelivery, again))).toBe(DONE);
    expect(methods()).toEqual(["POST", "GET", "POST", "GET", "POST", "GET"]);
  });

  test("a delivery that is no longer listed: nobody knows, and it is not repeated", async () => {
    const { call, finish, methods } = await answering([reply(502)], () => reply(200, [delivery(4)]));
    expect(await finish(call(redeliverRepositoryHookDelivery, again))).toMatchObject({
      ...{ name: "ServiceError", status: 502, outcome: "unknown" },
      message: expect.stringContaining("It may have taken effect all the same"),
    });
    expect(methods()).toEqual(["POST", "GET"]);
  });

  test.each([
    ["is refused", reply(403, { message: "No." }), 1],
    ["fails each time", reply(502), 4],
    ["is of the wrong shape", reply(200, { name: 1 }), 1],
  ])("where the look %s, nobody knows", async (_, look, looks) => {
    const { call, finish, methods } = await answering(["lost"], () => look);
    expect(await finish(call(createRepositoryVariable, created))).toMatchObject({
      name: "ConnectionError",
      outcome: "unknown",
    });
    expect(methods()).toEqual(["POST", ...Array.from({ length: looks }, () => "GET")]);
  });

  test("after a look that shows that nothing was done, a refusal is just that", async () => {
    const { call, finish } = await answering(["lost", reply(429, {}, { "retry-after": "60" })], () => absent);
    const end = finish(call(createRepositoryVariable, created, { maxWait: 1000 }));
    expect(await end).toMatchObject({ name: "RateLimitError" });
  });

  test("not before what was done has had time to show", async () => {
    const { call, told, service, clock } = await answering([reply(502)], () => reply(200, variable("3")));
    const end = ending(call(createRepositoryVariable, created));
    await told("retry");
    await clock.advance(9_999);
    expect(service.seen).toHaveLength(1);
    await clock.advance(1);
    expect(await end).toBe(DONE);
  });

  test("where the look is aborted, the reason is the caller's", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { call, service, told, clock } = await answering(["lost"], () => "silent");
    const end = ending(call(createRepositoryVariable, created, { signal: controller.signal }));
    await told("retry");
    await clock.advance(10_000);
    await eventually(() => service.seen.length === 2);
    controller.abort(reason);
    expect(await end).toBe(reason);
  });
});

describe("what was never sent", () => {
  test.each(Object.keys(CALLS))("is sent again, whatever its class: %s", async (key) => {
    const name = Object.keys(CALLS).find((one): one is keyof typeof CALLS => one === key) ?? "never";
    const { origin, seen } = await serving(({ method }) =>
      name === "safe" || name === "idempotent" ? OK : reply(method === "POST" && name === "verify" ? 201 : 204),
    );
    const real = fetchTransport(fetch);
    let times = 0;
    const transport: Transport = (request) => (times++ < 3 ? Promise.reject(failing("ENOTFOUND")) : real(request));
    const client = clientOf(origin, { transport });
    const end = ending(CALLS[name](client));
    await client.clock.advance(10_000);
    expect(await end).toBe(DONE);
    expect(seen).toHaveLength(1);
  });

  test.each([
    ["connect", "none"],
    ["read", "unknown"],
  ])("is told from what broke off by what failed: %s", async (syscall, outcome) => {
    const wrong = new TypeError("fetch failed", { cause: Object.assign(failing("ETIMEDOUT"), { syscall }) });
    const { call, clock } = clientOf("http://forge.test", { transport: () => Promise.reject(wrong) });
    const end = ending(call(createReview, { ...widgets, pull_number: 1 }));
    await clock.advance(10_000);
    expect(await end).toMatchObject({ name: "ConnectionError", outcome });
  });

  test("is said to be so in the end", async () => {
    const { call, told, clock } = clientOf(await nobody());
    const end = ending(call(createReview, { ...widgets, pull_number: 1 }));
    for (const times of [1, 2, 3]) {
      await told("retry", times);
      await clock.advance(0);
    }
    const error = await end;
    expect(error).toMatchObject({ outcome: "none", message: expect.stringContaining("No connection (ECONNREFUSED).") });
    expect(error).not.toMatchObject({ message: expect.stringContaining("effect") });
  });
});

describe("what may have taken effect is never said not to have", () => {
  const failed = [reply(502), "lost"] as const;

  test.each(failed)("though the last attempt was refused: %o", async (first) => {
    const { call, finish, methods } = await answering([first, reply(429, {}, { "retry-after": "60" })]);
    const error = await finish(call(starRepository, widgets, { maxWait: 1000 }));
    expect(isServiceError(error) || isConnectionError(error)).toBe(true);
    expect(error).toMatchObject({ outcome: "unknown" });
    expect(methods()).toEqual(["PUT", "PUT"]);
  });

  test("though the last attempts were never sent", async () => {
    let times = 0;
    const transport: Transport = () => Promise.reject(failing(times++ === 0 ? "ECONNRESET" : "ECONNREFUSED"));
    const { call, clock } = clientOf("http://forge.test", { transport });
    const end = ending(call(starRepository, widgets));
    await clock.advance(10_000);
    expect(await end).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(times).toBe(4);
  });

  test("a read ends in what came last", async () => {
    const { call, finish } = await answering([reply(502), reply(429, {}, { "retry-after": "60" })]);
    expect(await finish(call(getSubscription, widgets, { maxWait: 1000 }))).toMatchObject({ name: "RateLimitError" });
  });
});

test.each([501, 505])("%i is not repeated: who can't do it now won't later", async (status) => {
  const { call, methods } = await answering([reply(status)]);
  await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "ServiceError", status });
  expect(methods()).toEqual(["GET"]);
});

test("attempts and refusals are counted apart, and as many as was said", async () => {
  const replies = [
    reply(502),
    reply(429, {}, { "retry-after": "1" }),
    reply(502),
    reply(429, {}, { "retry-after": "1" }),
  ];
  const { call, finish, methods } = await answering([...replies, reply(502)], undefined, {
    retry: { attempts: 3, refusals: 3 },
  });
  expect(await finish(call(setSubscription, widgets))).toMatchObject({ status: 502 });
  expect(methods()).toHaveLength(5);
});

test("without retry everything is sent once", async () => {
  const { call, methods } = await answering([reply(429, {}, { "retry-after": "0" })], undefined, { retry: false });
  await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "RateLimitError" });
  expect(methods()).toEqual(["GET"]);
});

test("a message says of writes only that they may have taken effect", async () => {
  const { call, finish } = await answering([reply(502, { message: "Bad gateway" })]);
  const run = { ...widgets, run_id: 1 };
  expect(await finish(call(getSubscription, widgets))).toMatchObject({
    message: expect.stringMatching(/502 Bad gateway\.$/),
  });
  expect(await finish(call(cancelWorkflowRun, run))).toMatchObject({
    message: expect.stringMatching(
      /502 Bad gateway\. It may have taken effect all the same: look before you repeat it\.$/,
    ),
  });
});
