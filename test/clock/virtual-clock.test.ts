import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { createVirtualClock } from "./virtual-clock.ts";

/** Resolves after many turns of the event loop, like a response. */
async function respond<T>(value: T): Promise<T> {
  for (let turns = 0; turns < 50; turns++) await turn();
  return value;
}

describe("a virtual clock", () => {
  test("keeps its time until it is advanced", async () => {
    const clock = createVirtualClock({ start: 1000 });
    const run = vi.fn();
    clock.after(1, run);
    await respond(undefined);
    expect([clock.now(), run.mock.calls.length, clock.pendingTimers()]).toEqual([1000, 0, 1]);
  });

  test("can have its wall clock set, which affects neither timers nor the monotonic time", async () => {
    const clock = createVirtualClock({ start: 5000 });
    const ranAt: number[] = [];
    const monotonicStart = clock.monotonic();
    clock.after(100, () => ranAt.push(clock.monotonic() - monotonicStart));
    clock.shiftWallClock(-3000);
    expect(clock.now()).toBe(2000);
    await clock.advance(200);
    expect([ranAt, clock.now(), clock.monotonic() - monotonicStart]).toEqual([[100], 2200, 200]);
  });

  test("runs due timers in order, and timers of the same time in the order in which they were set", async () => {
    const clock = createVirtualClock({ start: 0 });
    const ran: string[] = [];
    const set = (name: string, milliseconds: number) =>
      clock.after(milliseconds, () => ran.push(`${name} at ${clock.now()}`));
    set("third", 20);
    set("first", 10);
    set("second", 10);
    set("late", 31);
    set("overdue", -5);
    await clock.advance(30);
    expect(ran).toEqual(["overdue at 0", "first at 10", "second at 10", "third at 20"]);
    expect([clock.now(), clock.pendingTimers()]).toEqual([30, 1]);
    await clock.advance(1);
    expect(ran.at(-1)).toBe("late at 31");
  });

  test("does not run a canceled timer, even if another timer of the same time canceled it", async () => {
    const clock = createVirtualClock();
    const run = vi.fn();
    clock.after(10, () => cancel());
    const cancel = clock.after(10, run);
    clock.after(5, run)();
    await clock.advance(10);
    expect(run).not.toHaveBeenCalled();
    cancel();
    expect(clock.pendingTimers()).toBe(0);
  });

  test("runs timers that are set and come due within the same advance", async () => {
    const clock = createVirtualClock({ start: 0 });
    const times: number[] = [];
    async function work(): Promise<void> {
      for (let sleeps = 0; sleeps < 3; sleeps++) {
        await clock.sleep(10);
        times.push(clock.now());
      }
    }
    work();
    await clock.advance(29);
    expect(times).toEqual([10, 20]);
    await clock.advance(1);
    expect(times).toEqual([10, 20, 30]);
  });

  test("does not advance while a held call is in flight", async () => {
    const clock = createVirtualClock({ start: 0, quietTurns: 1 });
    const call = clock.hold(respond<string>);
    const times: number[] = [];
    clock.after(10, async () => {
      await call("one");
      times.push(clock.now());
    });
    clock.after(11, () => times.push(clock.now()));
    await clock.advance(20);
    expect(times).toEqual([10, 11]);
  });

  test("advances again after a held call has failed", async () => {
    const clock = createVirtualClock();
    const call = clock.hold(() => Promise.reject(new Error("lost")));
    await expect(call()).rejects.toThrow("lost");
    await clock.runUntil(clock.sleep(10));
  });

  test("jumps to the end of the work and no further", async () => {
    const clock = createVirtualClock({ start: 0 });
    clock.after(5000, () => undefined);
    const work = clock.sleep(1000).then(() => "done");
    expect(await clock.runUntil(work)).toBe("done");
    expect([clock.now(), clock.pendingTimers()]).toEqual([1000, 1]);
    await expect(clock.runUntil(clock.sleep(1).then(() => Promise.reject(new Error("no"))))).rejects.toThrow("no");
  });

  test("checks for an earlier timer after it waited in beforeJump", async () => {
    const jumps: number[] = [];
    const times: number[] = [];
    const clock = createVirtualClock({
      start: 0,
      async beforeJump(milliseconds) {
        jumps.push(milliseconds);
        if (jumps.length === 1) clock.after(10, () => times.push(clock.now()));
      },
    });
    await clock.runUntil(clock.sleep(100));
    expect([jumps, times]).toEqual([[100, 10, 90], [10]]);
  });

  test("reports that it is stuck if the work cannot end", async () => {
    const clock = createVirtualClock({ stuckTimeout: 0 });
    await expect(clock.runUntil(new Promise(() => undefined))).rejects.toThrow(
      "The virtual clock is stuck: no timer is set, no held call is in flight, and the work has not ended.",
    );
  });
});
