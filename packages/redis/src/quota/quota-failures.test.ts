import { Redis } from "ioredis";
import { createClient } from "redis";
import { describe, expect, onTestFinished, test } from "vitest";
import { describeRedis, type RedisEngine } from "../../../../test/engines/redis.ts";
import { rejection, reservation, success } from "../../../core/src/client/pace/quota-store-contract.fixture.ts";
import type { RedisClient } from "../redis-client.ts";
import { redisQuotaStore } from "./redis-quota-store.ts";

const QUOTA = "api.github.com acme";
const CLUSTER_FLAGS = ["--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"];

function connect({ port }: RedisEngine): Redis {
  const client = new Redis(port, "127.0.0.1", { retryStrategy: () => 20 });
  client.on("error", () => {});
  onTestFinished(() => client.disconnect());
  return client;
}

async function connectNodeRedis({ url }: RedisEngine): Promise<RedisClient> {
  const client = createClient({ url, socket: { reconnectStrategy: 20 } });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.destroy());
  return client;
}

const record = (cost: number) => {
  const { windows } = reservation("");
  return { type: "record", usage: windows.map((use) => ({ ...use, cost, isUrgent: false, freeIn: 20_000 })) } as const;
};

const ask = { type: "renew", ids: [], lease: 0 } as const;

describeRedis("a quota in Redis", (engine) => {
  test("has the times of the server, exactly", async () => {
    const { run } = redisQuotaStore(connect(engine()));
    const start = Date.now();
    await run(QUOTA, reservation("1"));
    const { blocker } = await run(QUOTA, { ...reservation("2"), windows: [] });
    expect(blocker).toBeNull();
    // A time of 13 digits and a part of a millisecond.
    await run(QUOTA, { ...rejection("1", 30_000), random: 0.5 / 1000 });
    const reply = await run(QUOTA, reservation("3"));
    const wait = reply.blocker?.wait ?? 0;
    expect(wait % 1).toBeCloseTo(0.5, 2);
    expect(wait).toBeLessThanOrEqual(30_000.6);
    expect(wait).toBeGreaterThan(30_000 - (Date.now() - start) - 2);
  });

  test("works again after the server has forgotten the script", async () => {
    const client = connect(engine());
    const { run } = redisQuotaStore(client);
    const { generation } = await run("forgotten", reservation("1"));
    await client.script("FLUSH");
    expect(await run("forgotten", success("1"))).toEqual({ generation, blocker: null });
  });

  test("has keys with one hash tag, which expire", async () => {
    const client = connect(engine());
    const { run } = redisQuotaStore(client, { prefix: "mine:" });
    await run("{a} {b}", record(5));
    await run("{a} {b}", reservation("1"));
    const keys = await client.keys("mine:*");
    expect(keys.toSorted()).toEqual(
      ["flights", "leases", "points", "state"].map((name) => `mine:{%7Ba%7D%20%7Bb%7D}:${name}`),
    );
    for (const key of keys) {
      const hours = (await client.pttl(key)) / 3_600_000;
      expect(hours).toBeGreaterThan(1);
      expect(hours).toBeLessThan(8);
    }
  });

  test("records thousands of calls at once, whose usage expires call by call", async () => {
    let time = 1_764_000_000_000;
    const { run } = redisQuotaStore(connect(engine()), { now: () => time });
    const [points] = reservation("").windows;
    if (!points) throw new Error("A reservation must use points.");
    const use = { ...points, published: 100_000, reserve: 0, isUrgent: false };
    // Two processes that have called alternately, in any order.
    for (const shift of [30, 0]) {
      const usage = Array.from({ length: 1000 }, (_, call) => ({
        ...use,
        cost: 50,
        freeIn: 60 * (1000 - call) - shift,
      }));
      await run("busy", { type: "record", usage });
    }
    const call = { ...reservation("1"), windows: [{ ...use, cost: 50 }] };
    expect((await run("busy", call)).blocker).toMatchObject({ reason: "points", wait: 30 });
    time += 30;
    expect((await run("busy", call)).blocker).toBeNull();
    time += 30;
    const next = { ...call, id: "2" };
    expect((await run("busy", { ...next, windows: [{ ...use, cost: 150 }] })).blocker).toMatchObject({ wait: 60 });
    expect((await run("busy", next)).blocker).toBeNull();
    time += 60_000;
    expect((await run("busy", { ...call, id: "3", windows: [{ ...use, cost: 99_900 }] })).blocker).toBeNull();
  });

  test("fails with the reason if the server is at its memory limit, and continues after that", async () => {
    const client = connect(engine());
    const { run } = redisQuotaStore(client);
    await run("full", ask);
    const [points] = reservation("").windows;
    const state = await client.dump(`forgehand:{full}:state`);
    await client.config("SET", "maxmemory", "1");
    await expect(run("full", reservation("1", { inFlight: 1 }))).rejects.toThrow(
      "Redis is at its memory limit. Raise its maxmemory, or delete other keys.",
    );
    expect(await client.dump(`forgehand:{full}:state`)).toEqual(state);
    await client.config("SET", "maxmemory", "0");
    expect(points).toBeDefined();
    expect((await run("full", reservation("1", { inFlight: 1 }))).blocker).toBeNull();
    expect((await run("full", reservation("2", { inFlight: 1 }))).blocker).toMatchObject({ reason: "concurrency" });
  });
});

describe.each([
  ["redis", connectNodeRedis],
  ["ioredis", async (engine: RedisEngine): Promise<RedisClient> => connect(engine)],
])("with a client of %s", (_, open) => {
  describeRedis("a server without persistence", (engine) => {
    test("has a new generation after a restart, and grants nothing for a moment", async () => {
      const { run } = redisQuotaStore(await open(engine()));
      const { generation } = await run(QUOTA, reservation("1"));
      await engine().kill();
      await engine().start();
      const signal = AbortSignal.timeout(30_000);
      const reply = await expect
        .poll(() => run(QUOTA, reservation("2", { generation }), signal).catch(() => undefined))
        .toMatchObject({ blocker: { reason: "pause" } })
        .then(() => run(QUOTA, ask));
      expect(reply.generation).not.toBe(generation);
    });

    test("never receives a command that was withdrawn while it was unreachable", async () => {
      const { run } = redisQuotaStore(await open(engine()));
      await run("withdrawn", reservation("1"));
      await engine().kill();
      const controller = new AbortController();
      // The first one can fail because the connection ends.
      await run("withdrawn", reservation("2"), AbortSignal.timeout(100)).catch(() => {});
      const withdrawn = run("withdrawn", reservation("3", { inFlight: 1 }), controller.signal);
      controller.abort();
      await expect(withdrawn).rejects.toThrow();
      await engine().start();
      await expect
        .poll(() =>
          run("withdrawn", ask).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      expect((await run("withdrawn", reservation("4", { inFlight: 1 }))).blocker).toBeNull();
    });
  });

  describeRedis(
    "a server with persistence",
    (engine) => {
      test("continues after a crash", async () => {
        const { run } = redisQuotaStore(await open(engine()));
        await run(QUOTA, record(25));
        const { generation } = await run(QUOTA, reservation("1", { inFlight: 1 }));
        await engine().kill();
        await engine().start();
        await expect
          .poll(() => run(QUOTA, reservation("2", { generation, inFlight: 1 })).catch(() => undefined))
          .toMatchObject({ generation, blocker: { reason: "concurrency" } });
        await run(QUOTA, success("1"));
        const [points] = reservation("").windows;
        if (!points) throw new Error("A reservation must use points.");
        // Of 60 points, 30 are used and 15 reserved.
        const large = reservation("3", { windows: [{ ...points, cost: 16 }] });
        expect((await run(QUOTA, large)).blocker).toMatchObject({ reason: "points" });
        const small = reservation("4", { windows: [{ ...points, cost: 15 }] });
        expect((await run(QUOTA, small)).blocker).toBeNull();
      });
    },
    ["--appendonly", "yes", "--appendfsync", "always"],
  );
});

describeRedis(
  "a server that evicts keys",
  (engine) => {
    test("is refused before anything is written", async () => {
      const client = connect(engine());
      const { run } = redisQuotaStore(client);
      await expect(run(QUOTA, reservation("1"))).rejects.toThrow("maxmemory-policy is allkeys-lru");
      expect(await client.dbsize()).toBe(0);
      await client.config("SET", "maxmemory-policy", "noeviction");
      expect((await run(QUOTA, reservation("1"))).blocker).toBeNull();
    });
  },
  ["--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"],
);

describeRedis(
  "a cluster",
  (engine) => {
    test("has all keys of a quota on one node", async () => {
      const client = connect(engine());
      await client.cluster("ADDSLOTSRANGE", 0, 16383);
      await expect.poll(() => client.cluster("INFO")).toContain("cluster_state:ok");
      const { run } = redisQuotaStore(client);
      for (const quota of ["api.github.com a", "} {", "{}"]) {
        await run(quota, record(5));
        expect((await run(quota, reservation("1"))).blocker).toBeNull();
        expect((await run(quota, success("1"))).blocker).toBeNull();
      }
    });
  },
  CLUSTER_FLAGS,
);
