import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sized } from "../../../../test/effort.ts";
import type { ClaimOutcome, DeliveryStore } from "./store.ts";

const LEASE = 1000;

/**
 * What every store must do, as tests: a store that passes them handles each delivery once.
 * @param open gives a new store, whose clock is `Date`
 */
export function storeLaws(open: () => DeliveryStore | Promise<DeliveryStore>): void {
  describe("as every store", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

    test("lets one owner have a delivery, and no other", async () => {
      const store = await open();
      expect(await store.claim("one", "a", LEASE)).toBe("claimed");
      expect(await store.claim("one", "b", LEASE)).toBe("busy");
      expect(await store.claim("another", "b", LEASE)).toBe("claimed");
    });

    test("lets one of many have it that come at once", async () => {
      const store = await open();
      const claims = await Promise.all(Array.from({ length: 20 }, (_, at) => store.claim("one", `${at}`, LEASE)));
      expect(claims.toSorted()).toEqual([...Array<ClaimOutcome>(19).fill("busy"), "claimed"]);
    });

    test("gives nobody what was handled, however often it comes", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      await store.complete("one");
      expect(await store.claim("one", "a", LEASE)).toBe("handled");
      expect(await store.claim("one", "b", LEASE)).toBe("handled");
      pass(7 * 24 * 60 * 60_000);
      expect(await store.claim("one", "c", LEASE)).toBe("handled");
    });

    test("gives what was released to the next", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      await store.release("one", "a");
      expect(await store.claim("one", "b", LEASE)).toBe("claimed");
      expect(await store.claim("one", "a", LEASE)).toBe("busy");
    });

    test("gives to the next what its owner never came back from, once its lease is over", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      pass(LEASE - 1);
      expect(await store.claim("one", "b", LEASE)).toBe("busy");
      pass(1);
      expect(await store.claim("one", "b", LEASE)).toBe("claimed");
      expect(await store.claim("one", "a", LEASE)).toBe("busy");
    });

    test("renews an owner's lease when it claims again", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      pass(LEASE - 1);
      expect(await store.claim("one", "a", LEASE)).toBe("claimed");
      pass(LEASE - 1);
      expect(await store.claim("one", "b", LEASE)).toBe("busy");
    });

    test("takes no release of a past owner's", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      pass(LEASE);
      await store.claim("one", "b", LEASE);
      await store.release("one", "a");
      expect(await store.claim("one", "c", LEASE)).toBe("busy");
      await store.complete("one");
      await store.release("one", "b");
      expect(await store.claim("one", "c", LEASE)).toBe("handled");
    });

    test("takes a past owner's word that it was handled", async () => {
      const store = await open();
      await store.claim("one", "a", LEASE);
      pass(LEASE);
      await store.complete("one");
      expect(await store.claim("one", "b", LEASE)).toBe("handled");
    });

    test("keeps to all of that in any order", async () => {
      const guid = fc.constantFrom("one", "two");
      const owner = fc.constantFrom("a", "b", "c");
      const step = fc.oneof(
        fc.record({ do: fc.constant("claim" as const), guid, owner, lease: fc.constantFrom(1, LEASE, 2 * LEASE) }),
        fc.record({ do: fc.constant("complete" as const), guid }),
        fc.record({ do: fc.constant("release" as const), guid, owner }),
        fc.record({ do: fc.constant("pass" as const), milliseconds: fc.constantFrom(1, LEASE - 1, LEASE, 2 * LEASE) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
          const store = await open();
          const model = modelled();
          for (const one of steps) {
            if (one.do === "pass") pass(one.milliseconds);
            else if (one.do === "complete") await Promise.all([store.complete(one.guid), model.complete(one.guid)]);
            else if (one.do === "release")
              await Promise.all([store.release(one.guid, one.owner), model.release(one.guid, one.owner)]);
            else
              expect(await store.claim(one.guid, one.owner, one.lease)).toBe(
                model.claim(one.guid, one.owner, one.lease),
              );
          }
        }),
        { numRuns: sized(20, 50) },
      );
    });
  });
}

/** A store as one would explain it: the list of all that happened, read from its end. */
function modelled() {
  type Event = { guid: string; at: number } & (
    | { was: "handled" }
    | { was: "taken" | "given back"; by: string; until: number }
  );
  const events: Event[] = [];
  const last = (guid: string) => events.findLast((event) => event.guid === guid);
  return {
    claim(guid: string, owner: string, lease: number): ClaimOutcome {
      const before = last(guid);
      if (before?.was === "handled") return "handled";
      if (before?.was === "taken" && before.by !== owner && Date.now() < before.until) return "busy";
      events.push({ guid, at: Date.now(), was: "taken", by: owner, until: Date.now() + lease });
      return "claimed";
    },
    complete(guid: string): void {
      events.push({ guid, at: Date.now(), was: "handled" });
    },
    release(guid: string, owner: string): void {
      const before = last(guid);
      if (before?.was === "taken" && before.by === owner) events.push({ ...before, was: "given back" });
    },
  };
}
