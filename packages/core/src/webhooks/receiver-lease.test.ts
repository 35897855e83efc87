import { setImmediate as tick } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { DeliveryStore } from "./delivery-store.ts";
import { memoryStore } from "./memory-store.ts";
import {
  BUSY,
  blockingHandler,
  expectNoUnhandledRejections,
  FAILED,
  HANDLED,
  HANDLED_BEFORE,
  isSettled,
  LEASE,
  pingReceiver,
  RECEIVED,
  STORE_LEASE,
  STORE_UNAVAILABLE,
  sendPing,
  settle,
  waitForCalls,
} from "./receiver.fixture.ts";
import type { ReceiverOptions } from "./receiver-types.ts";

expectNoUnhandledRejections();

describe("a handler that takes longer than the lease", () => {
  test("counts as failed and frees its slot", async () => {
    const onError = vi.fn();
    const { handle, unblock } = blockingHandler();
    const handled: string[] = [];
    const receiver = pingReceiver((guid) => (guid === "stuck" ? handle() : handled.push(guid)), {
      concurrency: 1,
      lease: 30,
      onError,
    });
    const stuck = sendPing(receiver, "stuck");
    const next = sendPing(receiver, "next");
    expect([await stuck, await next, handled]).toEqual([FAILED, HANDLED, ["next"]]);
    const error = expect.objectContaining({ message: expect.stringContaining("longer than the lease, 30 ms") });
    expect(onError).toHaveBeenCalledExactlyOnceWith(error, expect.objectContaining({ at: "handler" }));
    unblock();
    await receiver.stop();
  });

  test("has handled its delivery if it completes late", async () => {
    const { handle, unblock } = blockingHandler();
    const receiver = pingReceiver(handle, { lease: 30 });
    expect(await sendPing(receiver, "one")).toEqual(FAILED);
    unblock();
    await tick();
    expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
  });
});

describe("an expired lease", () => {
  const start = () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const store = memoryStore();
    return {
      advance: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
      receiver: (handle: (guid: string) => unknown, options: Partial<ReceiverOptions> = {}) =>
        pingReceiver(handle, { store, lease: LEASE, ...options }),
    };
  };

  test("allows a second attempt, which a late failure of the first does not affect", async () => {
    const { advance, receiver } = start();
    const first = blockingHandler();
    const second = blockingHandler();
    const slow = sendPing(receiver(first.handle), "one");
    await first.started;
    advance(STORE_LEASE - 1);
    const other = receiver(second.handle);
    expect(await sendPing(other, "one")).toEqual(BUSY);
    advance(1);
    const secondResponse = sendPing(other, "one");
    await second.started;
    first.fail(new Error("late"));
    expect(await slow).toEqual(FAILED);
    expect(
      await sendPing(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(BUSY);
    second.unblock();
    expect(await secondResponse).toEqual(HANDLED);
    expect(
      await sendPing(
        receiver(() => {}),
        "one",
      ),
    ).toEqual(HANDLED_BEFORE);
  });

  test("allows a second attempt, and a late success of the first counts", async () => {
    const { advance, receiver } = start();
    const first = blockingHandler();
    const second = blockingHandler();
    const slow = sendPing(receiver(first.handle), "one");
    await first.started;
    advance(STORE_LEASE);
    const secondResponse = sendPing(receiver(second.handle), "one");
    await second.started;
    first.unblock();
    expect(await slow).toEqual(HANDLED);
    second.fail(new Error("broken"));
    expect(await secondResponse).toEqual(FAILED);
    expect(
      await sendPing(
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
    const first = sendPing(occupied, "slow");
    await slow.started;
    const waiting = guids.map((guid) => sendPing(occupied, guid));
    await waitForCalls(onClaim, 1 + guids.length);
    const other = (handleOther: (guid: string) => unknown) => receiver(handleOther, { store });
    return { unblock: slow.unblock, responses: Promise.all([first, ...waiting]), other };
  }

  test("of a delivery that waits for a slot: it is not handled twice, and the response is accurate", async () => {
    const { advance, receiver } = start();
    const handle = vi.fn();
    const { unblock, responses, other } = await occupySlot(receiver, handle, ["handled", "busy", "free"]);
    advance(STORE_LEASE);
    expect(
      await sendPing(
        other(() => {}),
        "handled",
      ),
    ).toEqual(HANDLED);
    const running = blockingHandler();
    const busy = sendPing(other(running.handle), "busy");
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
      const first = sendPing(occupied, "slow");
      await slow.started;
      const waiting = sendPing(occupied, "waits");
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
      await sendPing(
        other(() => {}),
        "waits",
      ),
    ).toEqual(BUSY);
    waits.unblock();
    expect(await responses).toEqual([HANDLED, HANDLED]);
  });

  describe("can't be claimed while its handler can still succeed", () => {
    /** Two receivers with a common store, whose claims take a number of milliseconds to respond after their effect. */
    function startPair(claimTime = 0) {
      vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
      const store = memoryStore();
      const slow: DeliveryStore = {
        ...store,
        async claim(...args) {
          const outcome = store.claim(...args);
          if (claimTime > 0) await new Promise((resolve) => setTimeout(resolve, claimTime));
          return outcome;
        },
      };
      const advance = async (milliseconds: number) => {
        await vi.advanceTimersByTimeAsync(milliseconds);
        await settle();
      };
      const other = () =>
        sendPing(
          pingReceiver(() => {}, { store, lease: LEASE }),
          "one",
        );
      const open = (handle: (guid: string) => unknown, options: Partial<ReceiverOptions> = {}) =>
        pingReceiver(handle, { store: slow, lease: LEASE, storeTimeout: 2 * LEASE, ...options });
      return { store, advance, other, open };
    }

    test.each([0.1, 0.25, 0.45, 0.5, 0.9, 0.99])("after it waited for a slot for %d leases", async (share) => {
      const { advance, other, open } = startPair();
      const [slow, one] = [blockingHandler(), blockingHandler()];
      const receiver = open((guid) => (guid === "slow" ? slow.handle() : one.handle()), { concurrency: 1 });
      const first = sendPing(receiver, "slow");
      await slow.started;
      const response = sendPing(receiver, "one");
      await settle();
      await advance(share * LEASE);
      slow.unblock();
      await one.started;
      await advance(0.95 * LEASE);
      expect(await other()).toEqual(BUSY);
      one.unblock();
      expect([await first, await response, await other()]).toEqual([HANDLED, HANDLED, HANDLED_BEFORE]);
    });

    test.each([0.1, 0.4, 0.9])("after a claim that took %d leases", async (share) => {
      const claimTime = Math.round(share * LEASE);
      const { advance, other, open } = startPair(claimTime);
      const { handle, started } = blockingHandler();
      const response = sendPing(open(handle), "one");
      await settle();
      await advance(claimTime);
      await started;
      await advance(LEASE - claimTime - 1);
      expect(await other()).toEqual(BUSY);
      expect(await isSettled(response)).toBe(false);
      await advance(1);
      expect(await response).toEqual(FAILED);
      expect(await other()).toEqual(HANDLED);
    });

    test("after a renewal that took half a lease", async () => {
      const { advance, other, open } = startPair(LEASE / 2);
      const [slow, one] = [blockingHandler(), blockingHandler()];
      const receiver = open((guid) => (guid === "slow" ? slow.handle() : one.handle()), { concurrency: 1 });
      const first = sendPing(receiver, "slow");
      await settle();
      const response = sendPing(receiver, "one");
      await settle();
      await advance(LEASE / 2);
      await slow.started;
      slow.unblock();
      await first;
      await settle();
      await advance(LEASE / 2);
      await one.started;
      await advance(LEASE / 2 - 1);
      expect([await isSettled(response), await other()]).toEqual([false, BUSY]);
      await advance(1);
      expect([await response, await other()]).toEqual([FAILED, HANDLED]);
    });

    test.each(["handled", "received"] as const)(
      "because it isn't handled if its claim took a whole lease, with answer: %s",
      async (answer) => {
        const { advance, other, open } = startPair(LEASE);
        const handle = vi.fn();
        const onError = vi.fn();
        const response = sendPing(open(handle, { answer, onError }), "one");
        await settle();
        await advance(LEASE);
        expect(await response).toEqual(STORE_UNAVAILABLE);
        expect(handle).not.toHaveBeenCalled();
        expect(onError.mock.calls.map(([error, { at }]) => [error.message, at])).toEqual([
          ["The store's function claim took longer than the lease, 60000 ms.", "store"],
        ]);
        expect(await other()).toEqual(HANDLED);
      },
    );

    test("because it isn't handled if it was recorded as handled while it waited briefly", async () => {
      const { advance, store, open } = startPair();
      const slow = blockingHandler();
      const handle = vi.fn();
      const receiver = open((guid) => (guid === "slow" ? slow.handle() : handle()), { concurrency: 1 });
      const first = sendPing(receiver, "slow");
      await slow.started;
      const response = sendPing(receiver, "one");
      await settle();
      await advance(1);
      store.complete("one");
      slow.unblock();
      expect([await first, await response]).toEqual([HANDLED, HANDLED_BEFORE]);
      expect(handle).not.toHaveBeenCalled();
    });

    test("and can be claimed immediately after the store failed to renew its lease", async () => {
      const { other, open, store } = startPair();
      const slow = blockingHandler();
      const claim = vi.fn<DeliveryStore["claim"]>(store.claim);
      const options = { concurrency: 1, store: { ...store, claim } };
      const receiver = open((guid) => (guid === "slow" ? slow.handle() : undefined), options);
      const first = sendPing(receiver, "slow");
      await slow.started;
      const response = sendPing(receiver, "one");
      await waitForCalls(claim, 2);
      claim.mockRejectedValueOnce(new Error("unavailable"));
      slow.unblock();
      expect([await first, await response]).toEqual([HANDLED, STORE_UNAVAILABLE]);
      await settle();
      expect(await other()).toEqual(HANDLED);
    });

    test("but has a whole lease if it was accepted with 202 and the store fails to renew its lease", async () => {
      const { advance, open, store } = startPair();
      const [slow, one] = [blockingHandler(), blockingHandler()];
      const claim = vi.fn<DeliveryStore["claim"]>(store.claim);
      const release = vi.fn(store.release);
      const options = { concurrency: 1, answer: "received", store: { ...store, claim, release } } as const;
      const receiver = open((guid) => (guid === "slow" ? slow.handle() : one.handle()), options);
      expect(await sendPing(receiver, "slow")).toEqual(RECEIVED);
      await slow.started;
      expect(await sendPing(receiver, "one")).toEqual(RECEIVED);
      await advance(LEASE - 1);
      claim.mockRejectedValueOnce(new Error("unavailable"));
      slow.unblock();
      await one.started;
      await advance(LEASE - 1);
      expect(release).not.toHaveBeenCalled();
      one.unblock();
      await receiver.stop();
      expect(store.claim("one", "other", LEASE)).toBe("handled");
    });
  });
});
