import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import type { ClaimOutcome, DeliveryStore } from "./delivery-store.ts";
import {
  BUSY,
  blockingHandler,
  deferred,
  FAILED,
  HANDLED,
  HANDLED_BEFORE,
  pingReceiver,
  STORE_UNAVAILABLE,
  sendPing,
  waitForCalls,
} from "./receiver.fixture.ts";

const LEASE = 1000;
const TIMEOUT = 500;

/**
 * Tests that every delivery store must pass.
 * @param open creates a new store, whose clock is `Date` or `performance`
 */
export function storeContract(open: () => DeliveryStore | Promise<DeliveryStore>): void {
  describe("store contract", () => {
    beforeEach(() => {
      vi.useFakeTimers({
        toFake: ["Date", "performance", "setTimeout", "clearTimeout"],
        now: Date.UTC(2026, 0, 1),
      });
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const advance = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

    test("lets one owner claim a delivery", async () => {
      const store = await open();
      expect(await store.claim("one", "a", LEASE)).toBe("claimed");
      expect(await store.claim("one", "b", LEASE)).toBe("busy");
      expect(await store.claim("another", "b", LEASE)).toBe("claimed");
    });

    test("lets one of many concurrent owners claim a delivery", async () => {
      const store = await open();
      const claims = await Promise.all(Array.from({ length: 20 }, (_, at) => store.claim("one", `${at}`, LEASE)));
      expect(claims.toSorted()).toEqual([...Array<ClaimOutcome>(19).fill("busy"), "claimed"]);
    });

    test("never lets a handled delivery be claimed again", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      await store.complete("one");
      expect(await store.claim("one", "a", LEASE)).toBe("handled");
      expect(await store.claim("one", "b", LEASE)).toBe("handled");
      advance(7 * 24 * 60 * 60_000);
      expect(await store.claim("one", "c", LEASE)).toBe("handled");
    });

    test("lets a released delivery be claimed", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      await store.release("one", "a");
      expect(await store.claim("one", "b", LEASE)).toBe("claimed");
      expect(await store.claim("one", "a", LEASE)).toBe("busy");
    });

    test("lets a delivery be claimed after its lease expired", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      advance(LEASE - 1);
      expect(await store.claim("one", "b", LEASE)).toBe("busy");
      advance(1);
      expect(await store.claim("one", "b", LEASE)).toBe("claimed");
      expect(await store.claim("one", "a", LEASE)).toBe("busy");
    });

    test("renews an owner's lease when it claims again", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      advance(LEASE - 1);
      expect(await store.claim("one", "a", LEASE)).toBe("claimed");
      advance(LEASE - 1);
      expect(await store.claim("one", "b", LEASE)).toBe("busy");
    });

    test("ignores a release by a previous owner", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      advance(LEASE);
      await store.claim("one", "b", LEASE);
      await store.release("one", "a");
      expect(await store.claim("one", "c", LEASE)).toBe("busy");
      await store.complete("one");
      await store.release("one", "b");
      expect(await store.claim("one", "c", LEASE)).toBe("handled");
    });

    test("accepts completion by a previous owner", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      advance(LEASE);
      await store.complete("one");
      expect(await store.claim("one", "b", LEASE)).toBe("handled");
    });

    test("lets no receiver repeat work whose record arrives after the handler's time has ended", async () => {
      const store = await open();
      const completing = vi.fn();
      const slow: DeliveryStore = {
        ...store,
        async complete(guid) {
          completing();
          await new Promise((resolve) => setTimeout(resolve, TIMEOUT - 1));
          await store.complete(guid);
        },
      };
      const options = { lease: LEASE, storeTimeout: TIMEOUT };
      const { handle, started, unblock } = blockingHandler();
      const repeat = vi.fn();
      const other = pingReceiver(repeat, { ...options, store });
      const response = sendPing(pingReceiver(handle, { ...options, store: slow }), "one");
      await started;
      advance(LEASE - 1);
      unblock();
      await waitForCalls(completing, 1);
      advance(1);
      expect(await sendPing(other, "one")).toEqual(BUSY);
      advance(TIMEOUT - 3);
      expect(await sendPing(other, "one")).toEqual(BUSY);
      advance(1);
      expect(await response).toEqual(HANDLED);
      advance(LEASE + TIMEOUT);
      expect(await sendPing(other, "one")).toEqual(HANDLED_BEFORE);
      expect(repeat).not.toHaveBeenCalled();
    });

    test("lets a receiver handle a delivery of a crashed process after lease and storeTimeout", async () => {
      const store = await open();
      const options = { store, lease: LEASE, storeTimeout: TIMEOUT };
      const { handle, started } = blockingHandler();
      // A process that crashes never releases its claims.
      const crashed = pingReceiver(handle, { ...options, store: { ...store, release: () => {} } });
      const response = sendPing(crashed, "one");
      await started;
      const other = pingReceiver(() => {}, options);
      advance(LEASE + TIMEOUT - 1);
      expect([await response, await sendPing(other, "one")]).toEqual([FAILED, BUSY]);
      advance(1);
      expect(await sendPing(other, "one")).toEqual(HANDLED);
    });

    test.each(["claim", "complete", "release"] as const)(
      "lets a receiver serve again after %s hung for many deliveries",
      async (name) => {
        const [store, { onHang, ...hanging }] = hangingStore(await open(), name);
        const running = vi.fn();
        let isBroken = name === "release";
        const { unblocked, unblock } = deferred();
        const handle = () => {
          running();
          if (isBroken) throw new Error("broken");
          return hanging.isHanging() ? undefined : unblocked;
        };
        const receiver = pingReceiver(handle, {
          store,
          concurrency: 3,
          backlog: 2,
          lease: LEASE,
          storeTimeout: TIMEOUT,
        });
        for (let round = 0; round < 4; round++) {
          const calls = onHang.mock.calls.length;
          const requests = Array.from({ length: 3 }, (_, at) => sendPing(receiver, `${round}-${at}`));
          await waitForCalls(onHang, calls + 3);
          await vi.advanceTimersByTimeAsync(TIMEOUT);
          const expected = { claim: STORE_UNAVAILABLE, complete: HANDLED, release: FAILED }[name];
          expect(await Promise.all(requests)).toEqual([expected, expected, expected]);
        }
        hanging.recover();
        isBroken = false;
        running.mockClear();
        const responses = Array.from({ length: 5 }, (_, at) => sendPing(receiver, `after-${at}`));
        // All three slots are free.
        await waitForCalls(running, 3);
        unblock();
        expect(await Promise.all(responses)).toEqual(Array(5).fill(HANDLED));
        // A delivery whose claim was never made, or that was released or whose lease has ended, is not lost.
        advance(LEASE + TIMEOUT);
        expect(await sendPing(receiver, "0-0")).toEqual(HANDLED);
        await receiver.stop();
      },
    );

    test("behaves like the model for any sequence of calls", async () => {
      const guid = fc.constantFrom("one", "two");
      const owner = fc.constantFrom("a", "b", "c");
      const step = fc.oneof(
        fc.record({ do: fc.constant("claim" as const), guid, owner, lease: fc.constantFrom(1, LEASE, 2 * LEASE) }),
        fc.record({ do: fc.constant("complete" as const), guid }),
        fc.record({ do: fc.constant("release" as const), guid, owner }),
        fc.record({
          do: fc.constant("advance" as const),
          milliseconds: fc.constantFrom(1, LEASE - 1, LEASE, 2 * LEASE),
        }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
          const store = await open();
          const model = createModelStore();
          for (const action of steps) {
            if (action.do === "advance") advance(action.milliseconds);
            else if (action.do === "complete")
              await Promise.all([store.complete(action.guid), model.complete(action.guid)]);
            else if (action.do === "release")
              await Promise.all([store.release(action.guid, action.owner), model.release(action.guid, action.owner)]);
            else
              expect(await store.claim(action.guid, action.owner, action.lease)).toBe(
                model.claim(action.guid, action.owner, action.lease),
              );
          }
        }),
        { numRuns: pickSize(20, 50) },
      );
    });
  });
}

/** A store with a function that hangs until `recover` is called; calls until then never end and have no effect. */
function hangingStore(store: DeliveryStore, name: keyof DeliveryStore) {
  let isHanging = true;
  const onHang = vi.fn();
  const hang = () => {
    onHang();
    return new Promise<never>(() => {});
  };
  const hangs = (called: keyof DeliveryStore) => isHanging && called === name;
  const wrapped: DeliveryStore = {
    claim: (...args) => (hangs("claim") ? hang() : store.claim(...args)),
    complete: (...args) => (hangs("complete") ? hang() : store.complete(...args)),
    release: (...args) => (hangs("release") ? hang() : store.release(...args)),
  };
  const recover = () => {
    isHanging = false;
  };
  return [wrapped, { onHang, recover, isHanging: () => isHanging }] as const;
}

/** A simple store to compare with: a list of all events, in which the latest event of a GUID counts. */
function createModelStore() {
  type StoreEvent = { guid: string; at: number } & (
    | { kind: "handled" }
    | { kind: "claimed" | "released"; owner: string; until: number }
  );
  const events: StoreEvent[] = [];
  const latestEvent = (guid: string) => events.findLast((event) => event.guid === guid);
  return {
    claim(guid: string, owner: string, lease: number): ClaimOutcome {
      const latest = latestEvent(guid);
      if (latest?.kind === "handled") return "handled";
      if (latest?.kind === "claimed" && latest.owner !== owner && Date.now() < latest.until) return "busy";
      events.push({ guid, at: Date.now(), kind: "claimed", owner, until: Date.now() + lease });
      return "claimed";
    },
    complete(guid: string): void {
      events.push({ guid, at: Date.now(), kind: "handled" });
    },
    release(guid: string, owner: string): void {
      const latest = latestEvent(guid);
      if (latest?.kind === "claimed" && latest.owner === owner) events.push({ ...latest, kind: "released" });
    },
  };
}
