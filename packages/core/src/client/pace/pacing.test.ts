import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../../../test/clock/virtual-clock.ts";
import { isRateLimitError } from "../../errors.ts";
import type { CallEvent } from "../events.ts";
import { alone, MINUTE, paced, told, tooQuick, type Watched } from "./paced.fixture.ts";

/** Until when a call was refused before it was sent; undefined where it was not. */
function refusedUntil({ outcome }: Watched): number | "sometime" | undefined {
  const seen = outcome();
  if (typeof seen !== "object" || !isRateLimitError(seen.error)) return undefined;
  return seen.error.until?.getTime() ?? "sometime";
}

describe("a call", () => {
  test("waits for the reset once an answer says that nothing is left", async () => {
    const clock = createVirtualClock();
    const { read, sent } = paced({}, () => told(0, clock), clock);
    read();
    await clock.advance(1000);
    read();
    await clock.advance(1_790_000);
    expect(sent()).toBe(1);
    await clock.advance(20_000);
    expect(sent()).toBe(2);
  });

  test("that would have to wait for longer than it may is refused at once, and told until when", async () => {
    const clock = createVirtualClock();
    const { read, sent } = paced({}, () => told(0, clock), clock);
    read();
    await clock.advance(1000);
    const refused = [{ maxWait: 0 }, { maxWait: 1000 }, { deadline: MINUTE }].map((wish) => read(wish));
    await clock.advance(0);
    for (const one of refused) expect(refusedUntil(one)).toBeGreaterThan(clock.now() + 1_790_000);
    expect([sent(), clock.pendingTimers()]).toEqual([1, 0]);
    const patient = read({ maxWait: 2_000_000, deadline: 2_000_000 });
    await clock.advance(2_000_000);
    expect([patient.outcome(), clock.pendingTimers()]).toEqual(["done", 0]);
  });

  test("is refused when its time is up, where nobody could tell before", async () => {
    const { clock, read, sent } = paced();
    for (let count = 0; count < 50; count++) read();
    const [late, early] = [read({ maxWait: 50 }), read({ maxWait: 5000 })];
    await clock.advance(49);
    expect(late.outcome()).toBe("pending");
    await clock.advance(1);
    expect(refusedUntil(late)).toBe("sometime");
    await clock.advance(1000);
    expect([early.outcome(), sent(), clock.pendingTimers()]).toEqual(["done", 51, 0]);
  });

  test("can be given up while it waits, and when it hears of the wait", async () => {
    const [soon, later] = [new AbortController(), new AbortController()];
    const onEvent = (event: CallEvent) => {
      if (event.type === "wait" && !later.signal.aborted) later.abort("later");
    };
    const { clock, read, sent } = paced({ onEvent }, () => tooQuick(60));
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

  test("goes at once beside jobs where somebody waits for it", async () => {
    const { clock, read, write } = paced();
    for (let count = 0; count < 1000; count++) write();
    for (let clicks = 0; clicks < 20; clicks++) {
      await clock.advance(4000);
      const click = read({ priority: "interactive" });
      await clock.advance(100);
      expect(click.outcome()).toBe("done");
    }
  });
});

describe("a refusal", () => {
  test("is heard once by all: nobody asks before it is over", async () => {
    const answers = [tooQuick(30)];
    const clock = createVirtualClock();
    const { read, sent } = paced({ retry: { refusals: 3 } }, () => answers.shift() ?? told(4000, clock), clock);
    const first = read();
    await clock.advance(100);
    const others = Array.from({ length: 9 }, () => read({ priority: "interactive" }));
    await clock.advance(29_900);
    expect(sent()).toBe(1);
    await clock.advance(1000);
    expect([first, ...others].map(({ outcome }) => outcome())).toEqual(Array(10).fill("done"));
  });

  test("is all that the preset `off` waits for", async () => {
    const answers: Response[] = [];
    const clock = createVirtualClock();
    const { write, sent } = paced(
      { pace: { ...alone(), preset: "off" } },
      () => answers.shift() ?? told(4000, clock),
      clock,
    );
    for (let count = 0; count < 1000; count++) write({ priority: "interactive" });
    await clock.advance(100);
    expect(sent()).toBe(1000);
    answers.push(tooQuick(10));
    write();
    await clock.advance(100);
    write();
    await clock.advance(9000);
    expect(sent()).toBe(1001);
    await clock.advance(2000);
    expect(sent()).toBe(1002);
  });
});

test("the preset `polite` sends one after the other, and writes with a second between", async () => {
  const { clock, read, write, sent } = paced({ pace: { ...alone(), preset: "polite" } });
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
