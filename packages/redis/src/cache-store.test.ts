import { createClient } from "@forgehand/core";
import { listBranches } from "@forgehand/core/operations";
import { preload } from "@forgehand/core/preload";
import { startEmulator } from "@forgehand/emulator";
import { expect, onTestFinished, test } from "vitest";
import { describeRedis } from "../../../test/engines/redis.ts";
import { redisCacheStore } from "./cache-store.ts";
import { connectForTest, PACKAGES, SINGLE_CLIENTS } from "./clients.fixture.ts";
import { connectionOf } from "./redis-client.ts";

const DAY = 24 * 60 * 60_000;

describeRedis("a cache store", (engine) => {
  test.each(PACKAGES)("returns what was stored last, by %s", async (name) => {
    const client = await connectForTest(SINGLE_CLIENTS[name], engine());
    const store = redisCacheStore(client, { prefix: `${name}:` });
    expect(await store.get("one")).toBeUndefined();
    for (const text of ["", "a text", '{"name":"\u{1f600}\u0000"}', "x".repeat(1_000_000)]) {
      await store.set("one", text);
      expect(await redisCacheStore(client, { prefix: `${name}:` }).get("one")).toBe(text);
    }
    expect(await redisCacheStore(client).get("one")).toBeUndefined();
  });

  test.each(PACKAGES)("keeps an entry until it was not used for the retention period, by %s", async (name) => {
    const client = await connectForTest(SINGLE_CLIENTS[name], engine());
    const { command } = connectionOf(client);
    const key = `${name}-kept:cache:one`;
    const store = redisCacheStore(client, { prefix: `${name}-kept:` });
    await store.set("one", "1");
    expect(Number(await command(key, ["PTTL", key]))).toBeGreaterThan(8 * DAY - 60_000);
    await command(key, ["PEXPIRE", key, String(DAY)]);
    await store.get("one");
    expect(Number(await command(key, ["PTTL", key]))).toBeGreaterThan(8 * DAY - 60_000);
    await redisCacheStore(client, { prefix: `${name}-kept:`, retention: DAY }).get("one");
    expect(Number(await command(key, ["PTTL", key]))).toBeLessThanOrEqual(DAY);
  });

  test("lets clients revalidate each other's responses", async () => {
    const emulator = await startEmulator();
    onTestFinished(() => emulator.stop());
    // A client doesn't wait longer than a second for the part that stores responses.
    await preload();
    const redis = await connectForTest(SINGLE_CLIENTS.redis, engine());
    const storage = redisCacheStore(redis);
    const read = async () => {
      const { call } = createClient({
        baseUrl: emulator.apiUrl,
        credentials: emulator.tokens["alice"] ?? "",
        cache: { storage },
      });
      return await call(listBranches, { owner: "acme", repo: "widgets" });
    };
    const first = await read();
    // Responses are stored in the background.
    await expect.poll(() => connectionOf(redis).command("", ["KEYS", "forgehand:cache:*"])).toHaveLength(1);
    expect(await read()).toEqual(first);
    expect(emulator.control.calls().map(({ status }) => status)).toEqual([200, 304]);
  });
});

test.each([
  [{ retention: 0.5 }, "retention must be a whole number of milliseconds"],
  [{ prefix: "a b" }, "prefix must be a text without spaces and braces"],
])("rejects invalid options: %o", (options, message) => {
  expect(() => redisCacheStore({ sendCommand: async () => null }, options)).toThrow(message);
});

test("rejects an unknown option", () => {
  // @ts-expect-error: the server's clock decides
  expect(() => redisCacheStore({ sendCommand: async () => null }, { now: Date.now })).toThrow(
    "now is not an option; the options are prefix, retention",
  );
});
