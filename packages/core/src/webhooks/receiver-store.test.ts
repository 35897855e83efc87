import { setImmediate as tick } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import type { DeliveryStore } from "./delivery-store.ts";
import { memoryStore } from "./memory-store.ts";
import {
  BUSY,
  deferred,
  expectNoUnhandledRejections,
  FAILED,
  HANDLED,
  isSettled,
  LEASE,
  pingReceiver,
  pingRequest,
  STORE_LEASE,
  STORE_UNAVAILABLE,
  sendPing,
  settle,
  waitForCalls,
} from "./receiver.fixture.ts";
import type { Receiver } from "./receiver-types.ts";

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
    const receiver = pingReceiver(handle, { store: { ...memoryStore(), claim }, onError });
    expect(await sendPing(receiver, "one")).toEqual(STORE_UNAVAILABLE);
    expect(handle).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[error, { at: "store", delivery: expect.objectContaining({ guid: "one" }) }]]);
    expect(await sendPing(receiver, "one")).toEqual(HANDLED);
  });

  test.each(failures)("that %s on complete: the delivery was handled nevertheless", async (_, complete) => {
    const onError = vi.fn();
    const receiver = pingReceiver(() => {}, { store: { ...memoryStore(), complete }, onError });
    expect(await sendPing(receiver, "one")).toEqual(HANDLED);
    expect(onError.mock.calls).toEqual([[error, { at: "store", delivery: expect.objectContaining({ guid: "one" }) }]]);
    expect(await sendPing(receiver, "one")).toEqual(BUSY);
  });

  test.each(failures)("that %s on release: the delivery can be handled after the lease", async (_, release) => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const onError = vi.fn();
    const broken = new Error("broken");
    const handle = vi.fn<(guid: string) => unknown>().mockRejectedValueOnce(broken);
    const receiver = pingReceiver(handle, { store: { ...memoryStore(), release }, lease: LEASE, onError });
    expect(await sendPing(receiver, "one")).toEqual(FAILED);
    expect(onError.mock.calls.map(([error, { at }]) => [error, at])).toEqual([
      [broken, "handler"],
      [error, "store"],
    ]);
    expect(await sendPing(receiver, "one")).toEqual(BUSY);
    vi.advanceTimersByTime(STORE_LEASE - 1);
    expect(await sendPing(receiver, "one")).toEqual(BUSY);
    vi.advanceTimersByTime(1);
    expect(await sendPing(receiver, "one")).toEqual(HANDLED);
  });

  test("whose claim hangs gives it up if it succeeds later, so that the delivery can be claimed again", async () => {
    const store = memoryStore();
    const { unblocked, unblock } = deferred();
    const release = vi.fn(store.release);
    const claim = vi
      .fn<DeliveryStore["claim"]>(store.claim)
      .mockImplementationOnce((...args) => unblocked.then(() => store.claim(...args)));
    const handle = vi.fn();
    const receiver = pingReceiver(handle, { store: { ...store, claim, release }, storeTimeout: 5 });
    expect(await sendPing(receiver, "one")).toEqual(STORE_UNAVAILABLE);
    unblock();
    await waitForCalls(release, 1);
    expect(await sendPing(receiver, "one")).toEqual(HANDLED);
    expect(handle).toHaveBeenCalledOnce();
  });

  test.each(["handled", "busy"] as const)(
    "whose claim hangs releases it once, and not again if it is %s later",
    async (outcome) => {
      const { unblocked, unblock } = deferred();
      const release = vi.fn();
      const store = { ...memoryStore(), claim: () => unblocked.then(() => outcome), release };
      const receiver = pingReceiver(() => {}, { store, storeTimeout: 5 });
      expect(await sendPing(receiver, "one")).toEqual(STORE_UNAVAILABLE);
      unblock();
      await settle();
      expect(release).toHaveBeenCalledOnce();
    },
  );

  describe("whose claim takes effect although it fails", () => {
    const lost = new Error("the response was lost");
    const endings: [string, () => Promise<void>, () => Promise<void>][] = [
      ["immediately", async () => {}, async () => {}],
      ["after a while", async () => {}, tick],
      ["by never ending", async () => {}, () => new Promise(() => {})],
      ["after its timeout", () => new Promise((resolve) => setTimeout(resolve, 600)), async () => {}],
    ];

    test.each(endings)("%s, doesn't block the delivery", async (_, waitBefore, waitAfter) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const store = memoryStore();
      const release = vi.fn(store.release);
      const claim = vi.fn<DeliveryStore["claim"]>(store.claim).mockImplementationOnce(async (...args) => {
        await waitBefore();
        store.claim(...args);
        await waitAfter();
        throw lost;
      });
      const handle = vi.fn();
      const receiver = pingReceiver(handle, { store: { ...store, claim, release }, storeTimeout: 500 });
      const response = sendPing(receiver, "one");
      await waitForCalls(claim, 1);
      await settle();
      await vi.advanceTimersByTimeAsync(500);
      expect(await response).toEqual(STORE_UNAVAILABLE);
      await vi.advanceTimersByTimeAsync(100);
      await settle();
      expect(await sendPing(receiver, "one")).toEqual(HANDLED);
      expect(handle).toHaveBeenCalledOnce();
    });

    test("is released without delaying the response; the runtime and stopping wait for that", async () => {
      const { unblocked, unblock } = deferred();
      const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
      const store: DeliveryStore = {
        ...memoryStore(),
        claim: () => Promise.reject(lost),
        release: () => unblocked,
      };
      const receiver = pingReceiver(() => {}, { store });
      expect((await receiver(await pingRequest("one"), { waitUntil })).status).toBe(503);
      const stopped = receiver.stop();
      const works = waitUntil.mock.calls.map(([work]) => work);
      expect(await isSettled(Promise.all(works))).toBe(false);
      expect(await isSettled(stopped)).toBe(false);
      unblock();
      await Promise.all([stopped, ...works]);
    });

    test.each(failures)("and whose release %s too: the failure is reported once", async (_, release) => {
      const onError = vi.fn();
      const store: DeliveryStore = { ...memoryStore(), claim: () => Promise.reject(lost), release };
      expect(
        await sendPing(
          pingReceiver(() => {}, { store, onError }),
          "one",
        ),
      ).toEqual(STORE_UNAVAILABLE);
      await settle();
      expect(onError.mock.calls.map(([error]) => error)).toEqual([lost]);
    });

    test("and whose release hangs delays stopping no longer than storeTimeout, and takes no capacity", async () => {
      const store = memoryStore();
      const claim = vi.fn<DeliveryStore["claim"]>(store.claim).mockRejectedValueOnce(lost);
      const hanging: DeliveryStore = { ...store, claim, release: () => new Promise<never>(() => {}) };
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const options = { store: hanging, concurrency: 1, backlog: 0, storeTimeout: 500 };
      const receiver = pingReceiver(() => {}, options);
      expect(await sendPing(receiver, "one")).toEqual(STORE_UNAVAILABLE);
      expect(await sendPing(receiver, "two")).toEqual(HANDLED);
      const stopped = receiver.stop();
      await vi.advanceTimersByTimeAsync(499);
      expect(await isSettled(stopped)).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await stopped;
    });
  });

  test.each(["claim", "complete", "release"] as const)("aborts the signal of a call of %s that hangs", async (name) => {
    const signals: (AbortSignal | undefined)[] = [];
    const store: DeliveryStore = {
      ...memoryStore(),
      [name]: (...args: readonly unknown[]) => {
        const signal = args.at(-1);
        signals.push(signal instanceof AbortSignal ? signal : undefined);
        return new Promise<never>(() => {});
      },
    };
    const handle = () => {
      if (name === "release") throw new Error("broken");
    };
    const onError = vi.fn();
    await sendPing(pingReceiver(handle, { store, storeTimeout: 5, onError }), "one");
    const [error] = onError.mock.lastCall ?? [];
    expect(signals.map((signal) => signal?.reason)).toEqual([error]);
  });

  test.each(["claim", "complete", "release"] as const)(
    "whose %s fails after its timeout is ignored then",
    async (name) => {
      const { unblocked, fail } = deferred();
      const onError = vi.fn();
      const store: DeliveryStore = { ...memoryStore(), [name]: () => unblocked };
      const handle = () => {
        if (name === "release") throw new Error("broken");
      };
      await sendPing(pingReceiver(handle, { store, storeTimeout: 5, onError }), "one");
      const reported = onError.mock.calls.length;
      // An unhandled rejection fails this file.
      fail(new Error("late"));
      await settle();
      expect(onError).toHaveBeenCalledTimes(reported);
      expect(onError).toHaveBeenLastCalledWith(
        expect.objectContaining({ message: `The store's function ${name} took longer than storeTimeout, 5 ms.` }),
        expect.objectContaining({ at: "store" }),
      );
    },
  );

  test("that hangs keeps no payload in memory", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: () => void = runInNewContext("gc");
    const deliveries: WeakRef<object>[] = [];
    const pending: Promise<never>[] = [];
    const claim = () => {
      const call = new Promise<never>(() => {});
      pending.push(call);
      return call;
    };
    const receiver = pingReceiver(() => {}, {
      store: { ...memoryStore(), claim },
      storeTimeout: 5,
      onError: (_, failed) => {
        if (failed.at === "store") deliveries.push(new WeakRef(failed.delivery));
      },
    });
    for (let count = 0; count < 10; count++) await sendPing(receiver, `guid-${count}`);
    expect([deliveries.length, pending.length]).toEqual([10, 10]);
    await vi.waitFor(() => {
      collectGarbage();
      // The engine can still hold the last one in a register.
      expect(deliveries.filter((reference) => reference.deref()).length).toBeLessThanOrEqual(1);
    }, 30_000);
  });

  test.each(["claim", "complete", "release"] as const)("that hangs in %s does not delay stopping", async (name) => {
    const bothHang = Promise.withResolvers<void>();
    let calls = 0;
    const hang = () => {
      if (++calls === 2) bothHang.resolve();
      return new Promise<never>(() => {});
    };
    const store: DeliveryStore = { ...memoryStore(), [name]: hang };
    const handle = () => {
      if (name === "release") throw new Error("broken");
    };
    const receiver = pingReceiver(handle, { store, storeTimeout: 5 });
    const responses = ["one", "two"].map((guid) => sendPing(receiver, guid));
    await bothHang.promise;
    await receiver.stop();
    const expected = { claim: STORE_UNAVAILABLE, complete: HANDLED, release: FAILED }[name];
    expect(await Promise.all(responses)).toEqual([expected, expected]);
  });

  test.each([undefined, null, true, "OK", 1])("that returns an invalid claim counts as failed: %s", async (outcome) => {
    const onError = vi.fn();
    const handle = vi.fn();
    const options = { store: { ...memoryStore(), claim: () => outcome }, onError };
    const receiver: Receiver = Reflect.apply(pingReceiver, undefined, [handle, options]);
    expect(await sendPing(receiver, "one")).toEqual(STORE_UNAVAILABLE);
    expect(handle).not.toHaveBeenCalled();
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ field: "store.claim" }), expect.anything()]]);
  });
});
