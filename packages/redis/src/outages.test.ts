import { setImmediate as tick } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startProxy } from "../../../test/engines/proxy.ts";
import { describeRedis } from "../../../test/engines/redis.ts";
import type { DeliveryStore } from "../../core/src/webhooks/delivery-store.ts";
import {
  HANDLED,
  HANDLED_BEFORE,
  pingReceiver,
  STORE_UNAVAILABLE,
  sendPing,
  settle,
} from "../../core/src/webhooks/receiver.fixture.ts";
import { connectForTest, PACKAGES, SINGLE_CLIENTS } from "./clients.fixture.ts";
import { redisDeliveryStore } from "./delivery-store.ts";
import { connectionOf } from "./redis-client.ts";

const LEASE = 60_000;
const OUTAGE = 30_000;

afterEach(() => vi.useRealTimers());

/** Lets time pass, with the network's events in between. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
    for (let turn = 0; turn < 5; turn++) await tick();
  }
}

describeRedis(
  "a server that stores its data",
  (engine) => {
    test.each(PACKAGES)("that restarts: a receiver answers 503 meanwhile, by %s", async (name) => {
      const client = await connectForTest(SINGLE_CLIENTS[name], engine());
      const store = redisDeliveryStore(client, { prefix: `${name}:` });
      const handle = vi.fn();
      const receiver = pingReceiver(handle, { store, storeTimeout: 1000 });
      expect(await sendPing(receiver, "one")).toEqual(HANDLED);
      expect(await store.claim("claimed", "a", LEASE)).toBe("claimed");
      await engine().kill();
      expect(await sendPing(receiver, "one")).toEqual(STORE_UNAVAILABLE);
      expect(await sendPing(receiver, "two")).toEqual(STORE_UNAVAILABLE);
      await engine().start();
      await expect.poll(() => sendPing(receiver, "two")).toEqual(HANDLED);
      expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
      expect(await store.claim("claimed", "b", LEASE)).toBe("busy");
      expect(handle.mock.calls).toEqual([["one"], ["two"]]);
    });
  },
  ["--appendonly", "yes", "--appendfsync", "always"],
);

/** Wraps a store, and counts its calls that have not ended. */
function countCalls(store: DeliveryStore) {
  let count = 0;
  const counted =
    <Args extends unknown[], Result>(call: (...args: Args) => Result | Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      count++;
      try {
        return await call(...args);
      } finally {
        count--;
      }
    };
  const { claim, complete, release } = store;
  const wrapped: DeliveryStore = { claim: counted(claim), complete: counted(complete), release: counted(release) };
  return { store: wrapped, callsInFlight: () => count };
}

describeRedis("a server", (engine) => {
  const outages = PACKAGES.flatMap((name) => [[name, "disconnect"] as const, [name, "pause"] as const]);

  test.each(outages)("without connection for 30 s, by %s and %s: each delivery is handled once", async (name, kind) => {
    const proxy = await startProxy(engine().port);
    onTestFinished(() => proxy.close());
    const client = await connectForTest(SINGLE_CLIENTS[name], proxy);
    const handle = vi.fn<(guid: string) => void>();
    const { store, callsInFlight } = countCalls(redisDeliveryStore(client, { prefix: `${name}-${kind}:` }));
    const receiver = pingReceiver(handle, { store, storeTimeout: 1000 });
    expect(await sendPing(receiver, "before")).toEqual(HANDLED);

    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    proxy[kind]();
    const guids = Array.from({ length: OUTAGE / 1000 }, (_, index) => `during-${index}`);
    for (const guid of guids) {
      const response = sendPing(receiver, guid);
      await settle();
      await pass(1000);
      expect(await response).toEqual(STORE_UNAVAILABLE);
    }
    proxy.resume();
    // No time passes while the server works on what arrives now, and on the releases that follow.
    while (kind === "pause" && callsInFlight() > 0) await tick();
    // Clients wait a few seconds between two attempts to connect.
    await pass(10_000);
    vi.useRealTimers();
    for (const guid of guids) await expect.poll(() => sendPing(receiver, guid)).toEqual(HANDLED);
    for (const guid of ["before", ...guids]) expect(await sendPing(receiver, guid)).toEqual(HANDLED_BEFORE);
    expect(handle.mock.calls).toEqual(["before", ...guids].map((guid) => [guid]));
  });
});

describeRedis(
  "a server at its memory limit",
  (engine) => {
    test.each(PACKAGES)("rejects claims, and still records handled deliveries, by %s", async (name) => {
      const client = await connectForTest(SINGLE_CLIENTS[name], engine());
      const { command } = connectionOf(client);
      const store = redisDeliveryStore(client, { prefix: `${name}:` });
      await store.claim("one", "a", LEASE);
      await store.claim("two", "a", LEASE);
      await command("", ["CONFIG", "SET", "maxmemory", "1"]);

      const onError = vi.fn();
      const receiver = pingReceiver(() => {}, { store, onError });
      expect(await sendPing(receiver, "new")).toEqual(STORE_UNAVAILABLE);
      expect(onError.mock.calls).toEqual([
        [
          expect.objectContaining({
            message: "Redis is at its memory limit. Raise its maxmemory, or delete other keys.",
          }),
          expect.objectContaining({ at: "store" }),
        ],
      ]);
      await store.complete("one");
      await store.release("two", "a");
      expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
      await expect(store.complete("unclaimed")).rejects.toThrow("memory limit");
      expect(Number(await command("", ["PTTL", `${name}:delivery:one`]))).toBeGreaterThan(8 * 24 * 60 * 60_000);

      await command("", ["CONFIG", "SET", "maxmemory", "0"]);
      expect(await sendPing(receiver, "new")).toEqual(HANDLED);
      expect(await sendPing(receiver, "two")).toEqual(HANDLED);
      expect(await sendPing(receiver, "one")).toEqual(HANDLED_BEFORE);
    });
  },
  ["--maxmemory-policy", "noeviction"],
);

describe("an eviction policy", () => {
  describeRedis(
    "of a server with a memory limit",
    (engine) => {
      test.each(PACKAGES)("other than noeviction is refused until it is changed, by %s", async (name) => {
        const client = await connectForTest(SINGLE_CLIENTS[name], engine());
        const { command } = connectionOf(client);
        await command("", ["CONFIG", "SET", "maxmemory-policy", "allkeys-lru"]);
        const store = redisDeliveryStore(client, { prefix: `${name}:` });
        const message =
          "Redis must not evict keys, and its maxmemory-policy is allkeys-lru. Set maxmemory-policy to noeviction";
        await expect(store.claim("one", "a", LEASE)).rejects.toThrow(message);
        await expect(store.complete("one")).rejects.toThrow(message);
        const receiver = pingReceiver(() => {}, { store });
        expect(await sendPing(receiver, "one")).toEqual(STORE_UNAVAILABLE);
        await command("", ["CONFIG", "SET", "maxmemory-policy", "noeviction"]);
        expect(await sendPing(receiver, "one")).toEqual(HANDLED);
      });
    },
    ["--maxmemory", "100mb"],
  );
});
