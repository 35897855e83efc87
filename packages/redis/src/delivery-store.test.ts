import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { describeRedis } from "../../../test/engines/redis.ts";
import { race, startRacers } from "../../../test/racers.ts";
import { pickSize } from "../../../test/test-size.ts";
import {
  expectAccepts,
  expectServerClock,
  expectUnextendedLeases,
} from "../../core/src/webhooks/store-clock.fixture.ts";
import { storeContract } from "../../core/src/webhooks/store-contract.fixture.ts";
import { connectForTest, PACKAGES, SINGLE_CLIENTS } from "./clients.fixture.ts";
import { redisDeliveryStore } from "./delivery-store.ts";
import { connectionOf, type RedisClient } from "./redis-client.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const LEASE = 60_000;

afterEach(() => vi.useRealTimers());

let prefixes = 0;
/** Returns the start of keys that no other test uses. */
const newPrefix = () => `test-${prefixes++}:`;

describeRedis("a delivery store", (engine) => {
  describe.each(PACKAGES)("by %s", (name) => {
    let opened: Awaited<ReturnType<(typeof SINGLE_CLIENTS)[typeof name]>>;
    beforeAll(async () => {
      opened = await SINGLE_CLIENTS[name](engine());
    });
    afterAll(() => opened.close());
    storeContract(() => redisDeliveryStore(opened.client, { prefix: newPrefix(), now: Date.now }));

    test("uses the server's clock, whatever that of the process is", async () => {
      const client = await connectForTest(SINGLE_CLIENTS[name], engine());
      const store = redisDeliveryStore(client, { prefix: newPrefix() });
      await expectServerClock(store);
    });
  });

  const connect = () => connectForTest(SINGLE_CLIENTS.redis, engine());

  test("forgets handled deliveries after the retention period", async () => {
    let time = Date.UTC(2026, 0, 1);
    const options = { prefix: newPrefix(), now: () => time };
    const [store, short] = [
      redisDeliveryStore(await connect(), options),
      redisDeliveryStore(await connect(), { ...options, prefix: newPrefix(), retention: 1 }),
    ];
    await Promise.all([store.complete("one"), short.complete("one")]);
    time += 1;
    expect(await short.claim("one", "a", LEASE)).toBe("claimed");
    time += 8 * DAY - 2;
    expect(await store.claim("one", "a", LEASE)).toBe("handled");
    time += 1;
    expect(await store.claim("one", "a", LEASE)).toBe("claimed");
  });

  test("lets Redis delete what has expired", async () => {
    const client = await connect();
    const prefix = newPrefix();
    const store = redisDeliveryStore(client, { prefix });
    await store.claim("claimed", "a", LEASE);
    await store.complete("handled");
    const lifetimes = ["claimed", "handled"].map((guid) =>
      connectionOf(client).command("", ["PTTL", `${prefix}delivery:${guid}`]),
    );
    const [claimed, handled] = (await Promise.all(lifetimes)).map(Number);
    expect(claimed).toBeGreaterThan(LEASE);
    expect(claimed).toBeLessThan(LEASE + 2 * HOUR);
    expect(handled).toBeGreaterThan(8 * DAY);
    expect(handled).toBeLessThan(9 * DAY);
  });

  test("does not extend a lease by the time by which the clock is set back", async () => {
    const client = await connect();
    await expectUnextendedLeases(async (now) => redisDeliveryStore(client, { prefix: newPrefix(), now }));
  });

  test("accepts any GUID and owner", async () => {
    const store = redisDeliveryStore(await connect(), { prefix: newPrefix() });
    await expectAccepts(store, ["", " ", "1 2 3", "{a}", "%s %d\n", "\u0000\u{1f600}"]);
  });

  test.each(PACKAGES)("lets one of several racing processes claim a delivery, by %s", async (name) => {
    const guids = Array.from({ length: pickSize(100, 500) }, (_, index) => `guid-${index}`);
    const file = new URL("./delivery-racer.fixture.ts", import.meta.url);
    const racers = await startRacers(file, [name, String(engine().port), newPrefix()], pickSize(2, 4));
    const won = (await race(racers, guids)).flat();
    expect(won.toSorted()).toEqual(guids.toSorted());
  });
});

test.each([
  [{ retention: 0 }, "retention must be a whole number of milliseconds"],
  [{ prefix: "" }, "prefix must be a text without spaces and braces"],
  [{ prefix: "{a}" }, "prefix must be a text without spaces and braces"],
])("rejects invalid options: %o", (options, message) => {
  expect(() => redisDeliveryStore(NO_CLIENT, options)).toThrow(message);
});

const NO_CLIENT: RedisClient = { sendCommand: () => Promise.reject(new Error("not connected")) };

test("rejects an unknown option", () => {
  // @ts-expect-error: it is called retention
  expect(() => redisDeliveryStore(NO_CLIENT, { retentoin: 1 })).toThrow(
    "retentoin is not an option; the options are prefix, retention, now",
  );
  expect(() => Reflect.apply(redisDeliveryStore, undefined, [NO_CLIENT, null])).toThrow("options must be an object");
  expect(() => Reflect.apply(redisDeliveryStore, undefined, [NO_CLIENT, { now: 5 }])).toThrow("now must be a function");
});

test.each([undefined, null, "", 5, {}, { call: 1 }])("rejects an invalid client: %j", (client) => {
  expect(() => Reflect.apply(redisDeliveryStore, undefined, [client])).toThrow(
    "client must be a client of the package redis or ioredis",
  );
});
