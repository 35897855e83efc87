// Every kind of client and pool that the stores take, so that the compiler checks them.
import { postgresDeliveryStore, postgresQuotaStore } from "@forgehand/postgres";
import { type RedisClient, redisCacheStore, redisDeliveryStore, redisQuotaStore } from "@forgehand/redis";
import { Cluster, Redis } from "ioredis";
import { Pool } from "pg";
import { createClient, createClientPool, createCluster, createSentinel } from "redis";

const clients: readonly RedisClient[] = [
  createClient(),
  createClient({ RESP: 3 }),
  createClientPool(),
  createCluster({ rootNodes: [] }),
  createSentinel({ name: "main", sentinelRootNodes: [{ host: "localhost", port: 26379 }] }),
  new Redis({ lazyConnect: true }),
  new Cluster([], { lazyConnect: true }),
];

/** Creates all stores; none of them connects. */
export const stores = [
  ...clients.flatMap((client) => [redisQuotaStore(client), redisDeliveryStore(client), redisCacheStore(client)]),
  postgresQuotaStore(new Pool()),
  postgresDeliveryStore(new Pool()),
];
