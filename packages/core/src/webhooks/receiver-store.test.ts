import { setImmediate as tick } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { DeliveryStore } from "./delivery-store.ts";
import { memoryStore } from "./memory-store.ts";
import {
  BUSY,
  blockingHandler,
  expectNoUnhandledRejections,
  FAILED,
  forkReceiver,
  HANDLED,
  HANDLED_BEFORE,
  isSettled,
  LEASE,
  RECEIVED,
  STORE_UNAVAILABLE,
  sendFork,
  waitForCalls,
} from "./receiver.fixture.ts";
import type { Receiver, ReceiverOptions } from "./receiver-types.ts";

expectNoUnhandledRejections();

describe("a store", () => {
  const error = new Error("the store is unavailable");
  const failures: [string, () => never | Promise<never>][] = [
    [
      "throws",
      () => {
        throw error;
      },
    ],
    ["rejects", () => Promise.reject(error)],
  ];

  test.each(failures)("that %s on claim: the delivery is not handled", async (_, fails) => {
    const onError = vi.fn();
    const handle = vi.fn();
    const claim = vi.fn<DeliveryStore["claim"]>(memoryStore().claim).mockImplementationOnce(fails);
    const receiver = forkReceiver(handle, { store: { ...memoryStore(), claim }, onError });
    expect(await sendFork(receiver, "one")).toEqual(STORE_UNAVAILABLE);
    expect(handle).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[error, { at: "store", delivery: expect.objectContaining({ guid: "one" }) }]]);
    expect(await sendFork(receiver, "one")).toEqual(HANDLED);
  });

  test.each(failures)("that %s on complete: the delivery was handled nevertheless", async (_, complete) => {
    const onError = vi.fn();
    const receiver = forkReceiver(() => {}, { store: { ...memoryStore(), complete }, onError });
    expect(await sendFork(receiver, "one")).toEqual(HANDLED);
    expect(onError.mock.calls).toEqual([[error, { at: "store", delivery: expect.objectContaining({ guid: "one" }) }]]);
    expect(await sendFork(receiver, "one")).toEqual(BUSY);
  });

  test.each(failures)("that %s on release: the delivery can be handled after the lease", async (_, release) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const onError = vi.fn();
    const broken = new Error("broken");
    const handle = vi.fn<(guid: string) => unknown>().mockRejectedValueOnce(broken);
    const receiver = forkReceiver(handle, { store: { ...memoryStore(), release }, lease: LEASE, onError });
    expect(await sendFork(receiver, "one")).toEqual(FAILED);
    expect(onError.mock.calls.map(([error, { at }]) => [error, at])).toEqual([
      [broken, "handler"],
      [error, "store"],
    ]);
    expect(await sendFork(receiver, "one")).toEqual(BUSY);
    vi.setSystemTime(LEASE);
    expect(await sendFork(receiver, "one")).toEqual(HANDLED);
  });

  test.each(["claim", "complete", "release"] as const)(
    "that never resolves %s blocks no other delivery",
    async (name) => {
      const store = memoryStore();
      const never = () => new Promise<never>(() => {});
      const hanging: DeliveryStore = {
        claim: (guid, ...args) => (name === "claim" && guid === "hangs" ? never() : store.claim(guid, ...args)),
        complete: (guid) => (name === "complete" && guid === "hangs" ? never() : store.complete(guid)),
        release: (guid, owner) => (name === "release" && guid === "hangs" ? never() : store.release(guid, owner)),
      };
      const handle = (guid: string) => {
        if (name === "release" && guid === "hangs") throw new Error("broken");
      };
      const receiver = forkReceiver(handle, { store: hanging, concurrency: 2 });
      const hangs = sendFork(receiver, "hangs");
      expect(await isSettled(hangs)).toBe(false);
      for (const guid of ["one", "two", "three"]) expect(await sendFork(receiver, guid)).toEqual(HANDLED);
      expect(await isSettled(hangs)).toBe(false);
    },
  );

  test.each([undefined, null, true, "OK", 1])("that returns an invalid claim counts as failed: %s", async (outcome) => {
    const onError = vi.fn();
    const handle = vi.fn();
    const options = { store: { ...memoryStore(), claim: () => outcome }, onError };
    const receiver: Receiver = Reflect.apply(forkReceiver, undefined, [handle, options]);
    expect(await sendFork(receiver, "one")).toEqual(STORE_UNAVAILABLE);
    expect(handle).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ field: "store.claim" }), expect.anything()]]);
  });
});

describe("a handler that takes longer than the lease", () => {
  test("counts as failed and frees its slot", async () => {
    const onError = vi.fn();
    const { handle, unblock } = blockingHandler();
    const handled: string[] = [];
    const receiver = forkReceiver((guid) => (guid === "stuck" ? handle() : handled.push(guid)), {
      concurrency: 1,
      lease: 30,
      onError,
    });
    const stuck = sendFork(receiver, "stuck");
    const next = sendFork(receiver, "next");
    expect([await stuck, await next, handled]).toEqual([FAILED, HANDLED, ["next"]]);
    const error = expect.objectContaining({ message: expect.stringContaining("longer than the lease, 30 ms") });
    expect(onError).toHaveBeenCalledExactlyOnceWith(error, expect.objectContaining({ at: "handler" }));
    unblock();
    await receiver.stop();
  });

  test("has handled its delivery if it completes late", async () => {
    const { handle, unblock } = blockingHandler();
    const receiver = forkReceiver(handle, { lease: 30 });
    expect(await sendFork(receiver, "one")).toEqual(FAILED);
    unblock();
    await tick();
    expect(await sendFork(receiver, "one")).toEqual(HANDLED_BEFORE);
  });
});

describe("an expired lease", () => {
  const start = () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const store = memoryStore();
    return {
      advance: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
      receiver: (handle: (guid: string) => unknown, options: Partial<ReceiverOptions> = {}) =>
        forkReceiver(handle, { store, lease: LEASE, ...options }),
    };
  };

  test("allows a second attempt, which a late failure of the first does not affect", async () => {
    const { advance, receiver } = start();
    const first = blockingHandler();
    const second = blockingHandler();
    const slow = sendFork(receiver(first.handle), "one");
    await first.started;
    advance(LEASE - 1);
    const other = receiver(second.handle);
    expect(await sendFork(other, "one")).toEqual(BUSY);
    advance(1);
    const secondResponse = sendFork(other, "one");
    await second.started;
    first.fail(new Error("late"));
    expect(await slow).toEqual(FAILED);
    expect(
      await sendFork(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(BUSY);
    second.unblock();
    expect(await secondResponse).toEqual(HANDLED);
    expect(
      await sendFork(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(HANDLED_BEFORE);
  });

  test("allows a second attempt, and a late success of the first counts", async () => {
    const { advance, receiver } = start();
    const first = blockingHandler();
    const second = blockingHandler();
    const slow = sendFork(receiver(first.handle), "one");
    await first.started;
    advance(LEASE);
    const secondResponse = sendFork(receiver(second.handle), "one");
    await second.started;
    first.unblock();
    expect(await slow).toEqual(HANDLED);
    second.fail(new Error("broken"));
    expect(await secondResponse).toEqual(FAILED);
    expect(
      await sendFork(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(HANDLED_BEFORE);
  });

  /** Starts a receiver whose only slot is occupied by a slow handler, and sends deliveries that wait for it. */
  async function occupySlot(
    receiver: ReturnType<typeof start>["receiver"],
    handle: (guid: string) => unknown,
    guids: string[],
  ) {
    const slow = blockingHandler();
    const onClaim = vi.fn();
    const store = memoryStore();
    const claim: DeliveryStore["claim"] = (...args) => {
      onClaim();
      return store.claim(...args);
    };
    const occupied = receiver((guid) => (guid === "slow" ? slow.handle() : handle(guid)), {
      concurrency: 1,
      store: { ...store, claim },
    });
    const first = sendFork(occupied, "slow");
    await slow.started;
    const waiting = guids.map((guid) => sendFork(occupied, guid));
    await waitForCalls(onClaim, 1 + guids.length);
    const other = (handleOther: (guid: string) => unknown) => receiver(handleOther, { store });
    return { unblock: slow.unblock, responses: Promise.all([first, ...waiting]), other };
  }

  test("of a delivery that waits for a slot: it is not handled twice, and the response is accurate", async () => {
    const { advance, receiver } = start();
    const handle = vi.fn();
    const { unblock, responses, other } = await occupySlot(receiver, handle, ["handled", "busy", "free"]);
    advance(LEASE);
    expect(
      await sendFork(
        other(() => {}),
        "handled",
      ),
    ).toEqual(HANDLED);
    const running = blockingHandler();
    const busy = sendFork(other(running.handle), "busy");
    await running.started;
    unblock();
    expect((await responses).toSorted()).toEqual([HANDLED, HANDLED, HANDLED_BEFORE, BUSY].toSorted());
    expect(handle.mock.calls).toEqual([["free"]]);
    running.unblock();
    expect(await busy).toEqual(HANDLED);
  });

  test.each([
    ["received", RECEIVED, ["waits"]],
    ["handled", STORE_UNAVAILABLE, []],
  ] as const)(
    "that the store fails to renew loses no delivery, with answer: %s",
    async (answer, expectedResponse, handled) => {
      const { advance, receiver } = start();
      const slow = blockingHandler();
      const handle = vi.fn();
      const store = memoryStore();
      const claim = vi.fn<DeliveryStore["claim"]>(store.claim);
      const onError = vi.fn();
      const occupied = receiver((guid) => (guid === "slow" ? slow.handle() : handle(guid)), {
        concurrency: 1,
        answer,
        onError,
        store: { ...store, claim },
      });
      const first = sendFork(occupied, "slow");
      await slow.started;
      const waiting = sendFork(occupied, "waits");
      await waitForCalls(claim, 2);
      advance(LEASE);
      claim.mockImplementationOnce(() => {
        throw new Error("unavailable");
      });
      slow.unblock();
      // After a 202 the delivery is handled; otherwise it gets an error response, so that it can be redelivered.
      expect(await waiting).toEqual(expectedResponse);
      await first;
      await occupied.stop();
      expect(handle.mock.calls.flat()).toEqual(handled);
      expect(onError.mock.calls.map(([, { at }]) => at)).toEqual(["store"]);
    },
  );

  test("is renewed for a delivery that waited for a slot", async () => {
    const { advance, receiver } = start();
    const waits = blockingHandler();
    const { unblock, responses, other } = await occupySlot(receiver, waits.handle, ["waits"]);
    advance(LEASE - 1);
    unblock();
    await waits.started;
    advance(LEASE - 1);
    expect(
      await sendFork(
        other(() => {}),
        "waits",
      ),
    ).toEqual(BUSY);
    waits.unblock();
    expect(await responses).toEqual([HANDLED, HANDLED]);
  });
});
