import { Redis } from "ioredis";
import { createClient, createClientPool, createSentinel, RESP_TYPES } from "redis";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeRedis, startRedis, startSentinel } from "../../../test/engines/redis.ts";
import { CLUSTER_CLIENTS, connectForTest, PACKAGES, SINGLE_CLIENTS } from "./clients.fixture.ts";
import { connectionOf, defineScript, type RedisClient } from "./redis-client.ts";

const SCRIPT = defineScript("redis.call('SET', KEYS[1], ARGV[1]); return redis.call('GET', KEYS[1])");

/** Runs commands and scripts with a client. */
async function expectWorks(client: RedisClient): Promise<void> {
  const { command, script, requireNoEviction } = connectionOf(client);
  await requireNoEviction();
  const keys = Array.from({ length: 20 }, (_, index) => `${crypto.randomUUID()}-${index}`);
  for (const key of keys) {
    expect(await script(SCRIPT, [key], ["ü 1"])).toBe("ü 1");
    expect(await command(key, ["GET", key])).toBe("ü 1");
    await expect(script(SCRIPT, [key], [])).rejects.toThrow("must be strings");
  }
}

describeRedis("a server", (engine) => {
  test.each(PACKAGES)("runs commands and scripts of %s", async (name) => {
    await expectWorks(await connectForTest(SINGLE_CLIENTS[name], engine()));
  });

  test("runs a script again that it has forgotten", async () => {
    const client = await connectForTest(SINGLE_CLIENTS.redis, engine());
    await expectWorks(client);
    await connectionOf(client).command("", ["SCRIPT", "FLUSH"]);
    await expectWorks(client);
  });

  test("runs commands and scripts of a pool, and of a client with other types of replies", async () => {
    const pool = createClientPool({ url: engine().url });
    await pool.connect();
    onTestFinished(() => pool.destroy());
    await expectWorks(pool);
    const client = await createClient({ url: engine().url, RESP: 3 }).connect();
    onTestFinished(() => client.destroy());
    await expectWorks(client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }));
  });

  test("runs commands and scripts of a client that connects when it is first used, and that prefixes keys", async () => {
    const client = new Redis(engine().port, "127.0.0.1", { lazyConnect: true, keyPrefix: "app:" });
    onTestFinished(() => client.disconnect());
    await expectWorks(client);
  });

  test("runs commands and scripts of a client that finds it by a sentinel", async () => {
    const sentinel = await startSentinel(engine());
    onTestFinished(() => sentinel.remove());
    const address = { host: "127.0.0.1", port: sentinel.port };
    const client = createSentinel({ name: "main", sentinelRootNodes: [address] });
    await client.connect();
    onTestFinished(() => client.destroy());
    await expectWorks(client);
    const other = new Redis({ name: "main", sentinels: [address] });
    onTestFinished(() => other.disconnect());
    await expectWorks(other);
  });

  test.each(PACKAGES)("does not get a command that was withdrawn while %s had no connection", async (name) => {
    const client = await connectForTest(SINGLE_CLIENTS[name], engine());
    const { command, script } = connectionOf(client);
    await engine().stop();
    await vi.waitFor(() => expect(command("", ["PING"], AbortSignal.timeout(1))).rejects.toThrow(/abort|timeout/i));
    const controller = new AbortController();
    const withdrawn = [
      command("withdrawn", ["SET", "withdrawn", "1"], controller.signal),
      script(SCRIPT, ["withdrawn"], ["1"], controller.signal),
    ].map((call) => expect(call).rejects.toThrow(/abort/i));
    const sent = script(SCRIPT, ["sent"], ["1"], new AbortController().signal);
    controller.abort();
    await Promise.all(withdrawn);
    await engine().start();
    expect(await sent).toBe("1");
    expect(await command("withdrawn", ["EXISTS", "withdrawn"])).toBe(0);
    await expect(command("withdrawn", ["SET", "withdrawn", "1"], controller.signal)).rejects.toThrow(/abort/i);
    expect(await command("withdrawn", ["EXISTS", "withdrawn"])).toBe(0);
  });
});

const CLUSTER_FLAGS = ["--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"];

describeRedis(
  "a cluster",
  (engine) => {
    test("runs commands and scripts, unless one of its nodes evicts keys", async () => {
      const other = await startRedis(...CLUSTER_FLAGS);
      onTestFinished(() => other.remove());
      const [first, second] = await Promise.all(
        [engine(), other].map(async (node) => connectionOf(await connectForTest(SINGLE_CLIENTS.ioredis, node)).command),
      );
      if (!first || !second) throw new Error("There must be two nodes.");
      await first("", ["CLUSTER", "ADDSLOTSRANGE", "0", "8000"]);
      await second("", ["CLUSTER", "ADDSLOTSRANGE", "8001", "16383"]);
      await first("", ["CLUSTER", "MEET", "127.0.0.1", String(other.port)]);
      for (const node of [first, second])
        await expect.poll(() => node("", ["CLUSTER", "INFO"])).toContain("cluster_state:ok");
      await second("", ["CONFIG", "SET", "maxmemory", "100mb", "maxmemory-policy", "allkeys-lru"]);
      for (const name of PACKAGES) {
        const client = await connectForTest(CLUSTER_CLIENTS[name], engine());
        await expect(connectionOf(client).requireNoEviction(), name).rejects.toThrow(
          "its maxmemory-policy is allkeys-lru",
        );
      }
      await second("", ["CONFIG", "SET", "maxmemory-policy", "noeviction"]);
      for (const name of PACKAGES) await expectWorks(await connectForTest(CLUSTER_CLIENTS[name], engine()));
    });
  },
  CLUSTER_FLAGS,
);
