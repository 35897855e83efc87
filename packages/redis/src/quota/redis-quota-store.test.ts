import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, beforeAll } from "vitest";
import { describeRedis, type RedisEngine } from "../../../../test/engines/redis.ts";
import { quotaStoreContract } from "../../../core/src/client/pace/quota-store-contract.fixture.ts";
import type { RedisClient } from "../redis-client.ts";
import { redisQuotaStore } from "./redis-quota-store.ts";

/** A client for the tests of one server. */
interface TestClient {
  readonly client: RedisClient;
  readonly close: () => void;
}

const CONNECT: Readonly<Record<string, (url: string) => Promise<TestClient>>> = {
  async redis(url) {
    const client = await createClient({ url }).connect();
    return { client, close: () => client.destroy() };
  },
  async ioredis(url) {
    const client = new Redis(url);
    return { client, close: () => client.disconnect() };
  },
};

for (const [name, connect] of Object.entries(CONNECT)) {
  describeRedis(`redisQuotaStore with a client of ${name}`, (engine) => {
    const client = openFor(engine, connect);
    quotaStoreContract(async () => {
      let time = 0;
      return {
        store: redisQuotaStore(client(), { now: () => time }),
        setTime(changed) {
          time = changed;
        },
      };
    });
  });
}

/** Connects a client for all tests of a group. */
function openFor(engine: () => RedisEngine, connect: (url: string) => Promise<TestClient>): () => RedisClient {
  let opened: TestClient | undefined;
  beforeAll(async () => {
    opened = await connect(engine().url);
  });
  afterAll(() => opened?.close());
  return () => {
    if (!opened) throw new Error("The client is connected only during tests.");
    return opened.client;
  };
}
