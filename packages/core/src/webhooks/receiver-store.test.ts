import { setImmediate as tick } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { memoryStore } from "./memory-store.ts";
import type { Receiver, ReceiverOptions } from "./receiver-types.ts";
import {
  BUSY,
  calls,
  FAILED,
  HANDLED,
  HANDLED_BEFORE,
  held,
  isSettled,
  LEASE,
  RECEIVED,
  receiving,
  send,
  UNKNOWN,
  withoutRejections,
} from "./receiving.fixture.ts";
import type { DeliveryStore } from "./store.ts";

withoutRejections();

describe("a store", () => {
  const error = new Error("the store is away");
  const away: [string, () => never | Promise<never>][] = [
    [
      "throws",
      () => {
        throw error;
      },
    ],
    ["rejects", () => Promise.reject(error)],
  ];

  test.each(away)("that %s when it is asked: nothing is handled", async (_, fails) => {
    const onError = vi.fn();
    const handle = vi.fn();
    const claim = vi.fn<DeliveryStore["claim"]>(memoryStore().claim).mockImplementationOnce(fails);
    const receiver = receiving(handle, { store: { ...memoryStore(), claim }, onError });
    expect(await send(receiver, "one")).toEqual(UNKNOWN);
    expect(handle).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[error, { at: "store", delivery: expect.objectContaining({ guid: "one" }) }]]);
    expect(await send(receiver, "one")).toEqual(HANDLED);
  });

  test.each(away)("that %s when it is told of a success: it was one all the same", async (_, complete) => {
    const onError = vi.fn();
    const receiver = receiving(() => {}, { store: { ...memoryStore(), complete }, onError });
    expect(await send(receiver, "one")).toEqual(HANDLED);
    expect(onError.mock.calls).toEqual([[error, { at: "store", delivery: expect.objectContaining({ guid: "one" }) }]]);
    expect(await send(receiver, "one")).toEqual(BUSY);
  });

  test.each(away)(
    "that %s when it is told of a failure: it can be handled once the lease is over",
    async (_, release) => {
      vi.useFakeTimers({ toFake: ["Date"], now: 0 });
      const onError = vi.fn();
      const broken = new Error("broken");
      const handle = vi.fn<(guid: string) => unknown>().mockRejectedValueOnce(broken);
      const receiver = receiving(handle, { store: { ...memoryStore(), release }, lease: LEASE, onError });
      expect(await send(receiver, "one")).toEqual(FAILED);
      expect(onError.mock.calls.map(([what, { at }]) => [what, at])).toEqual([
        [broken, "handler"],
        [error, "store"],
      ]);
      expect(await send(receiver, "one")).toEqual(BUSY);
      vi.setSystemTime(LEASE);
      expect(await send(receiver, "one")).toEqual(HANDLED);
    },
  );

  test.each(["claim", "complete", "release"] as const)(
    "that never answers %s keeps nothing else from it",
    async (name) => {
      const store = memoryStore();
      const never = () => new Promise<never>(() => {});
      const hanging: DeliveryStore = {
        claim: (guid, ...given) => (name === "claim" && guid === "hangs" ? never() : store.claim(guid, ...given)),
        complete: (guid) => (name === "complete" && guid === "hangs" ? never() : store.complete(guid)),
        release: (guid, owner) => (name === "release" && guid === "hangs" ? never() : store.release(guid, owner)),
      };
      const handle = (guid: string) => {
        if (name === "release" && guid === "hangs") throw new Error("broken");
      };
      const receiver = receiving(handle, { store: hanging, concurrency: 2 });
      const hangs = send(receiver, "hangs");
      expect(await isSettled(hangs)).toBe(false);
      for (const guid of ["one", "two", "three"]) expect(await send(receiver, guid)).toEqual(HANDLED);
      expect(await isSettled(hangs)).toBe(false);
    },
  );

  test.each([undefined, null, true, "OK", 1])("that answers what means nothing has not answered: %s", async (said) => {
    const onError = vi.fn();
    const handle = vi.fn();
    const options = { store: { ...memoryStore(), claim: () => said }, onError };
    const receiver: Receiver = Reflect.apply(receiving, undefined, [handle, options]);
    expect(await send(receiver, "one")).toEqual(UNKNOWN);
    expect(handle).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ field: "store.claim" }), expect.anything()]]);
  });
});

describe("a handler that takes longer than the lease", () => {
  test("has failed, and leaves its slot to the next", async () => {
    const onError = vi.fn();
    const { handle, open } = held();
    const handled: string[] = [];
    const receiver = receiving((guid) => (guid === "stuck" ? handle() : handled.push(guid)), {
      ...{ concurrency: 1, lease: 30, onError },
    });
    const stuck = send(receiver, "stuck");
    const next = send(receiver, "next");
    expect([await stuck, await next, handled]).toEqual([FAILED, HANDLED, ["next"]]);
    const error = expect.objectContaining({ message: expect.stringContaining("longer than the lease, 30 ms") });
    expect(onError).toHaveBeenCalledExactlyOnceWith(error, expect.objectContaining({ at: "handler" }));
    open();
    await receiver.stop();
  });

  test("and gets there after all has handled its delivery", async () => {
    const { handle, open } = held();
    const receiver = receiving(handle, { lease: 30 });
    expect(await send(receiver, "one")).toEqual(FAILED);
    open();
    await tick();
    expect(await send(receiver, "one")).toEqual(HANDLED_BEFORE);
  });
});

describe("a lease that is over", () => {
  const start = () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const store = memoryStore();
    return {
      pass: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
      receiver: (handle: (guid: string) => unknown, options: Partial<ReceiverOptions> = {}) =>
        receiving(handle, { store, lease: LEASE, ...options }),
    };
  };

  test("lets another take over, from whom a late failure takes nothing away", async () => {
    const { pass, receiver } = start();
    const first = held();
    const second = held();
    const slow = send(receiver(first.handle), "one");
    await first.begun;
    pass(LEASE - 1);
    const other = receiver(second.handle);
    expect(await send(other, "one")).toEqual(BUSY);
    pass(1);
    const taken = send(other, "one");
    await second.begun;
    first.fail(new Error("late"));
    expect(await slow).toEqual(FAILED);
    expect(
      await send(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(BUSY);
    second.open();
    expect(await taken).toEqual(HANDLED);
    expect(
      await send(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(HANDLED_BEFORE);
  });

  test("lets another take over, and a late success counts", async () => {
    const { pass, receiver } = start();
    const first = held();
    const second = held();
    const slow = send(receiver(first.handle), "one");
    await first.begun;
    pass(LEASE);
    const taken = send(receiver(second.handle), "one");
    await second.begun;
    first.open();
    expect(await slow).toEqual(HANDLED);
    second.fail(new Error("broken"));
    expect(await taken).toEqual(FAILED);
    expect(
      await send(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(HANDLED_BEFORE);
  });

  /** A receiver with one slot, which is taken, and what waits for it. */
  async function crowd(
    receiver: ReturnType<typeof start>["receiver"],
    handle: (guid: string) => unknown,
    guids: string[],
  ) {
    const slow = held();
    const taken = vi.fn();
    const store = memoryStore();
    const claim: DeliveryStore["claim"] = (...given) => {
      taken();
      return store.claim(...given);
    };
    const crowded = receiver((guid) => (guid === "slow" ? slow.handle() : handle(guid)), {
      concurrency: 1,
      store: { ...store, claim },
    });
    const first = send(crowded, "slow");
    await slow.begun;
    const waiting = guids.map((guid) => send(crowded, guid));
    await calls(taken, 1 + guids.length);
    const other = (handleOther: (guid: string) => unknown) => receiver(handleOther, { store });
    return { open: slow.open, answers: Promise.all([first, ...waiting]), other };
  }

  test("while it waited for a slot: nobody does it again, and the answer tells what became of it", async () => {
    const { pass, receiver } = start();
    const handle = vi.fn();
    const { open, answers, other } = await crowd(receiver, handle, ["handled", "busy", "free"]);
    pass(LEASE);
    expect(
      await send(
        other(() => {}),
        "handled",
      ),
    ).toEqual(HANDLED);
    const running = held();
    const busy = send(other(running.handle), "busy");
    await running.begun;
    open();
    expect((await answers).toSorted()).toEqual([HANDLED, HANDLED, HANDLED_BEFORE, BUSY].toSorted());
    expect(handle.mock.calls).toEqual([["free"]]);
    running.open();
    expect(await busy).toEqual(HANDLED);
  });

  test.each([
    ["received", RECEIVED, ["waits"]],
    ["handled", UNKNOWN, []],
  ] as const)("can't be renewed when the store is away: what was %s loses nothing", async (answer, told, handled) => {
    const { pass, receiver } = start();
    const slow = held();
    const handle = vi.fn();
    const store = memoryStore();
    const claim = vi.fn<DeliveryStore["claim"]>(store.claim);
    const onError = vi.fn();
    const crowded = receiver((guid) => (guid === "slow" ? slow.handle() : handle(guid)), {
      ...{ concurrency: 1, answer, onError, store: { ...store, claim } },
    });
    const first = send(crowded, "slow");
    await slow.begun;
    const waiting = send(crowded, "waits");
    await calls(claim, 2);
    pass(LEASE);
    claim.mockImplementationOnce(() => {
      throw new Error("away");
    });
    slow.open();
    // What is to be sent again by nobody is handled; the other is answered so that it is.
    expect(await waiting).toEqual(told);
    await first;
    await crowded.stop();
    expect(handle.mock.calls.flat()).toEqual(handled);
    expect(onError.mock.calls.map(([, { at }]) => at)).toEqual(["store"]);
  });

  test("is not over for what waited for a slot and has come to run", async () => {
    const { pass, receiver } = start();
    const waits = held();
    const { open, answers, other } = await crowd(receiver, waits.handle, ["waits"]);
    pass(LEASE - 1);
    open();
    await waits.begun;
    pass(LEASE - 1);
    expect(
      await send(
        other(() => {}),
        "waits",
      ),
    ).toEqual(BUSY);
    waits.open();
    expect(await answers).toEqual([HANDLED, HANDLED]);
  });
});
