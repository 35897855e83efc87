import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { pickSize } from "../../../../../test/test-size.ts";
import { searchIssues } from "../../contract/service/search.ts";
import { isRateLimitError } from "../../errors.ts";
import type { ClientOptions } from "../client-options.ts";
import type { CallEvent } from "../events.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import { jsonResponse, subscription } from "../mock-client.fixture.ts";
import { MINUTE, pacedClient, uniqueOwner } from "./paced.fixture.ts";

const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 0, 1);

/** The service's own time: it passes with the client's, but is never set. */
function serviceTimeOf(clock: VirtualClock) {
  const start = clock.monotonic();
  return () => START + clock.monotonic() - start;
}

/** The reset of the primary limit after a time, in seconds since 1970: on the half hour, at least a second later. */
function resetAfter(now: number): number {
  return Math.ceil((Math.floor(now / 1000) + 1) / 1800) * 1800;
}

type ResponseKind = "success" | "exhausted" | "seconds" | "date" | "unspecified" | "unavailable" | "other limit";

/** A response with the service's date, or a wrong one. */
function respond(kind: ResponseKind, now: number, dateError = 0): Response {
  const date = (at: number) => new Date(at).toUTCString();
  const headers = (remaining: number) => ({
    date: date(now + dateError),
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(resetAfter(now)),
  });
  const rejection = { message: "You have exceeded a secondary rate limit." };
  switch (kind) {
    case "success":
      return jsonResponse(subscription, 200, headers(4000));
    case "exhausted":
      return jsonResponse({ message: "API rate limit exceeded" }, 403, headers(0));
    case "seconds":
      return jsonResponse(rejection, 403, { ...headers(4000), "retry-after": "90" });
    case "date":
      return jsonResponse(rejection, 403, { ...headers(4000), "retry-after": date(now + 90_000) });
    case "unspecified":
      return jsonResponse(rejection, 403, headers(4000));
    case "other limit":
      return jsonResponse({ total_count: 0, incomplete_results: false, items: [] }, 200, {
        date: date(now + dateError),
        "x-ratelimit-resource": "search",
      });
    case "unavailable":
      return jsonResponse({ message: "Unavailable" }, 503, {
        date: date(now + dateError),
        "retry-after": date(now + dateError + 20_000),
      });
  }
}

interface PacedScenario {
  readonly responses: readonly ResponseKind[];
  /** Milliseconds between calls. */
  readonly gaps: readonly number[];
  readonly options: { readonly deadline?: number | undefined; readonly maxWait?: number | undefined };
}

/** A change of the wall clock: when, and by how much. */
interface ClockChange {
  readonly at: number;
  readonly by: number;
}

/** Runs the scenario; returns when each request was sent and how each call ended. */
async function run(
  { responses, gaps, options }: PacedScenario,
  changes: readonly ClockChange[],
  dateErrors: readonly number[] = [],
) {
  const clock = createVirtualClock({ start: START, quietTurns: 2 });
  const serviceTime = serviceTimeOf(clock);
  const sent: number[] = [];
  const { read, write } = pacedClient(
    { retry: { rateLimitAttempts: 4 } },
    () => {
      sent.push(clock.monotonic());
      const index = sent.length - 1;
      return respond(responses[index] ?? "success", serviceTime(), dateErrors[index]);
    },
    clock,
  );
  for (const { at, by } of changes) clock.after(at, () => clock.shiftWallClock(by));
  const calls: { readonly outcome: () => unknown; endedAt?: number }[] = [];
  let startAt = 0;
  gaps.forEach((gap, index) => {
    startAt += gap;
    clock.after(startAt, () => calls.push(index % 3 === 0 ? write(options) : read(options)));
  });
  await clock.advance(12 * HOUR);
  const outcomes = calls.map(({ outcome }) => {
    const result = outcome();
    return typeof result !== "object" || result === null || !("error" in result) ? result : kindOf(result.error);
  });
  return { sent, outcomes };
}

function kindOf(error: unknown): string {
  return isRateLimitError(error) ? "rate limit" : String(error);
}

const anyGaps = fc.array(fc.nat(60_000), { minLength: 2, maxLength: 12 });
const anyOptions = fc.constantFrom(
  {},
  { deadline: 100_000 },
  { maxWait: 100_000 },
  { deadline: 2 * HOUR, maxWait: HOUR },
);

const anyScenario: fc.Arbitrary<PacedScenario> = fc.record({
  responses: fc.array(
    fc.constantFrom<ResponseKind>("success", "exhausted", "seconds", "date", "unspecified", "unavailable"),
    { maxLength: 6 },
  ),
  gaps: anyGaps,
  options: anyOptions,
});

const anyChanges = fc.array(
  fc.record({ at: fc.nat(2 * HOUR), by: fc.constantFrom(-24 * HOUR, -HOUR, -MINUTE, MINUTE, HOUR, 24 * HOUR) }),
  { minLength: 1, maxLength: 4 },
);

describe("setting the wall clock", () => {
  test("at any moment changes neither when calls are sent nor how they end", async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, anyChanges, async (scenario, changes) => {
        expect(await run(scenario, changes)).toEqual(await run(scenario, []));
      }),
      { numRuns: pickSize(40, 400) },
    );
  });

  test("back by an hour does not add an hour to any wait", async () => {
    for (const kind of ["exhausted", "seconds", "date", "unspecified"] as const) {
      for (const at of [0, 150, 5000]) {
        const { sent } = await run({ responses: [kind], gaps: [0, 100, 100], options: {} }, [{ at, by: -HOUR }]);
        expect(sent.length).toBeGreaterThanOrEqual(4);
        expect((sent.at(-1) ?? Infinity) - (sent[0] ?? 0)).toBeLessThan(HOUR / 2 + MINUTE);
      }
    }
  });

  test("leaves the dates of events and errors by this machine's clock", async () => {
    const clock = createVirtualClock({ start: START });
    const serviceTime = serviceTimeOf(clock);
    const events: CallEvent[] = [];
    const { read } = pacedClient(
      { onEvent: (event) => events.push(event) },
      () => respond("exhausted", serviceTime()),
      clock,
    );
    clock.shiftWallClock(-HOUR);
    read();
    await clock.advance(200);
    read();
    await clock.advance(0);
    const reset = START - HOUR + HOUR / 2;
    const until = events.flatMap((event) => (event.type === "wait" ? [event.until?.getTime() ?? 0] : []));
    expect(until).toHaveLength(1);
    expect(Math.abs((until[0] ?? 0) - reset)).toBeLessThanOrEqual(2000);
  });
});

/** A store over a map that outlives a process. */
function storeOver(texts: Map<string, string>): KeyValueStore {
  return {
    get: async (key) => texts.get(key),
    set: async (key, text) => {
      texts.set(key, text);
    },
  };
}

/**
 * Starts processes one after another, which share a store and the service's time.
 * @param dateErrors milliseconds by which the dates of the responses are wrong, in turn
 */
function createMachine(responses: ResponseKind[], dateErrors: number[] = []) {
  const [texts, owner] = [new Map<string, string>(), uniqueOwner()];
  const received: number[] = [];
  let serviceStart = START;
  return {
    /** Times at which the service received each call, by its clock. */
    received,
    /** The service's time at the end of the last process. */
    time: () => serviceStart,
    /**
     * Starts a process after a pause.
     * @param wallOffset difference of this machine's clock from the service's
     */
    start(pause: number, wallOffset: number, options: Partial<ClientOptions> = {}) {
      serviceStart += pause;
      const processStart = serviceStart;
      const clock = createVirtualClock({ start: processStart + wallOffset });
      const monotonicStart = clock.monotonic();
      const serviceTime = () => processStart + clock.monotonic() - monotonicStart;
      const client = pacedClient(
        { pace: { ...owner, storage: storeOver(texts) }, ...options },
        (method) => {
          const isCall = method !== "HEAD";
          if (isCall) received.push(serviceTime());
          return respond((isCall ? responses.shift() : undefined) ?? "success", serviceTime(), dateErrors.shift());
        },
        clock,
      );
      return {
        ...client,
        async advance(milliseconds: number) {
          await clock.advance(milliseconds);
          serviceStart = serviceTime();
        },
      };
    },
  };
}

describe("usage from a store", () => {
  test.each([
    ["right", 0],
    ["set back by an hour", -HOUR],
    ["set forward by an hour", HOUR],
    ["set forward by a year", 365 * 24 * HOUR],
  ])("delays calls for as long as the service's time requires, if the clock was %s", async (_, wallOffset) => {
    for (const [pause, remaining] of [
      [0, 30 * MINUTE],
      [20 * MINUTE, 10 * MINUTE],
      [31 * MINUTE, 0],
      [300 * MINUTE, 0],
    ] as const) {
      const machine = createMachine(["exhausted"]);
      const first = machine.start(0, 0, { retry: false });
      first.read();
      await first.advance(1000);
      expect(first.sent()).toBe(1);
      const second = machine.start(pause, wallOffset);
      second.read();
      await second.advance(Math.max(1000, remaining - 15_000));
      expect([pause, second.sent()]).toEqual([pause, remaining === 0 ? 1 : 0]);
      await second.advance(30_000);
      expect([pause, second.sent()]).toEqual([pause, 1]);
    }
  });

  test("asks for the service's time once, without the token, and only if calls would wait", async () => {
    const machine = createMachine(["success", "exhausted"]);
    const first = machine.start(0, 0, { retry: false });
    first.read();
    await first.advance(1000);
    const second = machine.start(MINUTE, 0, { retry: false });
    second.read();
    await second.advance(1000);
    const third = machine.start(MINUTE, 0);
    for (let count = 0; count < 20; count++) third.read();
    await third.advance(40 * MINUTE);
    for (const process of [first, second]) expect(process.requests().map(({ method }) => method)).toEqual(["GET"]);
    const [clockRequest, ...calls] = third.requests();
    expect(clockRequest).toMatchObject({ method: "HEAD", url: "https://forge.test/" });
    expect(JSON.stringify(clockRequest?.headers)).not.toContain("ghp_x");
    expect(calls.map(({ method }) => method)).toEqual(Array(20).fill("GET"));
  });

  test("is not trusted to this machine's clock if the service cannot be reached", async () => {
    const machine = createMachine(["exhausted"]);
    const first = machine.start(0, 0, { retry: false });
    first.read();
    await first.advance(1000);
    let isOffline = true;
    const transport: ClientOptions["transport"] = async () => {
      if (isOffline) throw new Error("no network");
      return { status: 200, headers: new Headers({ date: new Date(START + 300 * MINUTE).toUTCString() }), text: "{}" };
    };
    const second = machine.start(299 * MINUTE, HOUR, { transport, retry: false, fetch: undefined });
    const call = second.read();
    await second.advance(MINUTE);
    expect(call.outcome()).toBe("pending");
    isOffline = false;
    // The next call asks again, and the first one continues as well.
    const next = second.read();
    await second.advance(100);
    expect([call.outcome(), next.outcome()].map((outcome) => outcome === "pending")).toEqual([false, false]);
  });
});

describe("a machine that was suspended", () => {
  test("shortens the remaining waits as soon as a response shows how long it was", async () => {
    const clock = createVirtualClock({ start: START });
    const serviceTime = serviceTimeOf(clock);
    let slept = 0;
    const responses: ResponseKind[] = ["exhausted", "other limit"];
    const { read, call, sent } = pacedClient(
      { retry: false },
      () => respond(responses.shift() ?? "success", serviceTime() + slept),
      clock,
    );
    read();
    await clock.advance(1000);
    const waiting = [read(), read(), read()];
    await clock.advance(MINUTE);
    expect(sent()).toBe(1);
    // The monotonic clock stands still; the wall clock does not.
    slept = HOUR;
    clock.shiftWallClock(HOUR);
    await clock.advance(1000);
    expect(sent()).toBe(1);
    await Promise.all([call(searchIssues, { q: "is:open" }), clock.advance(1000)]);
    expect(waiting.map(({ outcome }) => outcome())).toEqual(["done", "done", "done"]);
    expect(sent()).toBe(5);
  });

  test("never waits longer than without being suspended", async () => {
    const clock = createVirtualClock({ start: START });
    const serviceTime = serviceTimeOf(clock);
    const responses: ResponseKind[] = ["exhausted"];
    const { read, sent } = pacedClient(
      { retry: false },
      () => respond(responses.shift() ?? "success", serviceTime() + HOUR),
      clock,
    );
    read();
    await clock.advance(1000);
    read();
    clock.shiftWallClock(HOUR);
    await clock.advance(HOUR / 2 + 2000);
    expect(sent()).toBe(2);
  });
});

/** Errors of dates, often the same one several times, as a wrong clock causes them. */
const anyDateErrors = fc
  .array(
    fc.record({
      error: fc.oneof(
        fc.constantFrom(
          0,
          2 * MINUTE,
          -2 * MINUTE,
          HOUR,
          -HOUR,
          24 * HOUR,
          7973 * 365 * 24 * HOUR,
          -50 * 365 * 24 * HOUR,
        ),
        fc.integer({ min: -2 * HOUR, max: 2 * HOUR }),
      ),
      count: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((groups) => groups.flatMap(({ error, count }) => Array<number>(count).fill(error)));

/** The most calls in any minute. */
const mostPerMinute = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length));

describe("wrong dates of responses", () => {
  const kinds = fc.constantFrom<ResponseKind>("success", "seconds", "unspecified", "other limit");

  test("change neither when calls are sent nor how they end", async () => {
    const scenarios = fc.record({ responses: fc.array(kinds, { maxLength: 6 }), gaps: anyGaps, options: anyOptions });
    await fc.assert(
      fc.asyncProperty(scenarios, anyDateErrors, async (scenario, dateErrors) => {
        expect(await run(scenario, [], dateErrors)).toEqual(await run(scenario, []));
      }),
      { numRuns: pickSize(40, 400) },
    );
  });

  test("never let more calls through than allowed, whatever processes send them", async () => {
    const processes = fc.array(fc.record({ pause: fc.nat(90_000), lifetime: fc.nat(90_000) }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(processes, anyDateErrors, async (lives, dateErrors) => {
        const machine = createMachine([], Array<number[]>(80).fill(dateErrors).flat());
        for (const { pause, lifetime } of lives) {
          const process = machine.start(pause, 0);
          for (let count = 0; count < 250; count++) process.write();
          await process.advance(lifetime);
        }
        expect(mostPerMinute(machine.received)).toBeLessThanOrEqual(180);
      }),
      { numRuns: pickSize(5, 40) },
    );
  });

  test("have no effect after two responses with correct dates", async () => {
    const lives = fc.array(fc.record({ pause: fc.nat(30 * HOUR), calls: fc.nat(4) }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(lives, anyDateErrors, fc.nat(25 * MINUTE), async (earlier, dateErrors, pause) => {
        const responses: ResponseKind[] = [];
        const errors: number[] = [];
        const machine = createMachine(responses, errors);
        for (const life of earlier) {
          errors.push(...dateErrors.slice(0, 10));
          const process = machine.start(life.pause, 0);
          for (let count = 0; count < life.calls; count++) {
            process.read();
            await process.advance(1000);
          }
        }
        errors.length = 0;
        const healed = machine.start(2 * HOUR, 0, { retry: false });
        for (let count = 0; count < 2; count++) {
          healed.read();
          await healed.advance(1000);
        }
        responses.push("exhausted");
        healed.read();
        await healed.advance(1000);
        const before = machine.received.length;
        const reset = resetAfter(machine.received.at(-1) ?? 0) * 1000;
        const earliest = Math.max(reset, machine.time() + pause);
        const [stillWaiting, next] = [healed.read(), machine.start(pause, 0)];
        next.read();
        await next.advance(HOUR);
        await healed.advance(HOUR);
        expect(stillWaiting.outcome()).toBe("done");
        expect(machine.received).toHaveLength(before + 2);
        for (const at of machine.received.slice(before)) expect(at).toBeGreaterThanOrEqual(reset);
        expect((machine.received[before] ?? 0) - earliest).toBeLessThan(15_000);
      }),
      // Also with a rejection in the last second before a reset.
      { numRuns: pickSize(40, 400), examples: [[[{ pause: 98_996_901, calls: 0 }], [0], 0]] },
    );
  });
});
