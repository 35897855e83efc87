import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { isRateLimitError } from "../../errors.ts";
import type { CallEvent } from "../events.ts";
import {
  MINUTE,
  pacedClient,
  responseWithPrimaryLimit,
  secondaryLimitResponse,
  uniqueOwner,
  type WatchedPromise,
} from "./paced.fixture.ts";

/** The retry time of a call that failed before it was sent; undefined if it did not. */
function retryTime({ outcome }: WatchedPromise): number | "unknown" | undefined {
  const result = outcome();
  if (typeof result !== "object" || !isRateLimitError(result.error)) return undefined;
  return result.error.until?.getTime() ?? "unknown";
}

describe("a call", () => {
  test("waits for the reset after a response with nothing remaining", async () => {
    const clock = createVirtualClock();
    const { read, sent } = pacedClient({}, () => responseWithPrimaryLimit(0, clock), clock);
    read();
    await clock.advance(1000);
    read();
    await clock.advance(1_790_000);
    expect(sent()).toBe(1);
    await clock.advance(20_000);
    expect(sent()).toBe(2);
  });

  test("fails immediately with the retry time if it would have to wait too long", async () => {
    const clock = createVirtualClock();
    const { read, sent } = pacedClient({}, () => responseWithPrimaryLimit(0, clock), clock);
    read();
    await clock.advance(1000);
    const rejected = [{ maxWait: 0 }, { maxWait: 1000 }, { deadline: MINUTE }].map((options) => read(options));
    await clock.advance(0);
    for (const call of rejected) expect(retryTime(call)).toBeGreaterThan(clock.now() + 1_790_000);
    expect([sent(), clock.pendingTimers()]).toEqual([1, 0]);
    const patient = read({ maxWait: 2_000_000, deadline: 2_000_000 });
    await clock.advance(2_000_000);
    expect([patient.outcome(), clock.pendingTimers()]).toEqual(["done", 0]);
  });

  test("fails at its time limit if the wait was not known in advance", async () => {
    const { clock, read, sent } = pacedClient();
    for (let count = 0; count < 50; count++) read({ maxWait: 999 });
    const [short, long] = [read({ maxWait: 50 }), read({ maxWait: 5000 })];
    await clock.advance(49);
    expect(short.outcome()).toBe("pending");
    await clock.advance(1);
    expect(retryTime(short)).toBe("unknown");
    await clock.advance(1000);
    expect([long.outcome(), sent(), clock.pendingTimers()]).toEqual(["done", 51, 0]);
  });

  test("can be aborted while it waits, even by a listener during its wait event", async () => {
    const [soon, later] = [new AbortController(), new AbortController()];
    const onEvent = (event: CallEvent) => {
      if (event.type === "wait" && !later.signal.aborted) later.abort("later");
    };
    const { clock, read, sent } = pacedClient({ onEvent }, () => secondaryLimitResponse(60));
    read();
    await clock.advance(200);
    const first = read({ signal: later.signal });
    const second = read({ signal: soon.signal });
    await clock.advance(0);
    expect([first.outcome(), second.outcome()]).toEqual([{ error: "later" }, "pending"]);
    soon.abort("soon");
    await clock.advance(0);
    expect([second.outcome(), sent(), clock.pendingTimers()]).toEqual([{ error: "soon" }, 1, 0]);
  });

  test("with interactive priority starts immediately despite bulk calls", async () => {
    const { clock, read, write } = pacedClient();
    for (let count = 0; count < 1000; count++) write();
    for (let count = 0; count < 20; count++) {
      await clock.advance(4000);
      const click = read({ priority: "interactive" });
      await clock.advance(100);
      expect(click.outcome()).toBe("done");
    }
  });
});

describe("a rejection", () => {
  test("pauses all calls until its retry time", async () => {
    const responses = [secondaryLimitResponse(30)];
    const clock = createVirtualClock();
    const { read, sent } = pacedClient(
      { retry: { rateLimitAttempts: 3 } },
      () => responses.shift() ?? responseWithPrimaryLimit(4000, clock),
      clock,
    );
    const first = read();
    await clock.advance(100);
    const others = Array.from({ length: 9 }, () => read({ priority: "interactive" }));
    await clock.advance(29_900);
    expect(sent()).toBe(1);
    await clock.advance(1000);
    expect([first, ...others].map(({ outcome }) => outcome())).toEqual(Array(10).fill("done"));
  });

  test("causes the only wait with the preset `off`", async () => {
    const responses: Response[] = [];
    const clock = createVirtualClock();
    const { write, sent } = pacedClient(
      { pace: { ...uniqueOwner(), preset: "off" } },
      () => responses.shift() ?? responseWithPrimaryLimit(4000, clock),
      clock,
    );
    for (let count = 0; count < 1000; count++) write({ priority: "interactive" });
    await clock.advance(100);
    expect(sent()).toBe(1000);
    responses.push(secondaryLimitResponse(10));
    write();
    await clock.advance(100);
    write();
    await clock.advance(9000);
    expect(sent()).toBe(1001);
    await clock.advance(2000);
    expect(sent()).toBe(1002);
  });
});

test("the preset `polite` sends one call at a time, and writes one second apart", async () => {
  const { clock, read, write, sent } = pacedClient({ pace: { ...uniqueOwner(), preset: "polite" } });
  for (let count = 0; count < 3; count++) write();
  await clock.advance(1099);
  expect(sent()).toBe(1);
  await clock.advance(10);
  expect(sent()).toBe(2);
  for (let count = 0; count < 4; count++) read();
  await clock.advance(350);
  expect(sent()).toBe(5);
  await clock.advance(5000);
  expect([sent(), clock.pendingTimers()]).toEqual([7, 0]);
});
