import { Cluster, Redis } from "ioredis";
import { createClient, createCluster } from "redis";
import { onTestFinished } from "vitest";
import type { RedisEngine } from "../../../test/engines/redis.ts";
import type { RedisClient } from "./redis-client.ts";

/** A client, and a function that closes it. */
interface OpenClient {
  readonly client: RedisClient;
  readonly close: () => void;
}

/** The server that a client connects to: an engine, or a proxy in front of one. */
export type ServerAddress = Pick<RedisEngine, "port">;

type OpenFunction = (server: ServerAddress) => Promise<OpenClient>;

/** Clients that connect to a single server, by package. Without options but those that every application needs. */
export const SINGLE_CLIENTS = {
  redis: async ({ port }) => {
    const client = createClient({ url: `redis://127.0.0.1:${port}` });
    client.on("error", () => {});
    await client.connect();
    return { client, close: () => client.destroy() };
  },
  ioredis: async ({ port }) => {
    const client = new Redis(port, "127.0.0.1");
    client.on("error", () => {});
    await client.ping();
    return { client, close: () => client.disconnect() };
  },
} satisfies Readonly<Record<string, OpenFunction>>;

/** Clients that connect to a cluster, by package. */
export const CLUSTER_CLIENTS = {
  redis: async ({ port }) => {
    const client = createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${port}` }] });
    client.on("error", () => {});
    await client.connect();
    return { client, close: () => client.destroy() };
  },
  ioredis: async ({ port }) => {
    const client = new Cluster([{ host: "127.0.0.1", port }]);
    client.on("error", () => {});
    await client.ping();
    return { client, close: () => client.disconnect() };
  },
} satisfies Readonly<Record<string, OpenFunction>>;

export type ClientPackage = keyof typeof SINGLE_CLIENTS;
export const PACKAGES = ["redis", "ioredis"] as const satisfies readonly ClientPackage[];

/** Connects a client that is closed after the test. */
export async function connectForTest(open: OpenFunction, server: ServerAddress): Promise<RedisClient> {
  const { client, close } = await open(server);
  onTestFinished(close);
  return client;
}
