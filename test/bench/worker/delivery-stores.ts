import { type DeliveryStore, memoryStore } from "@forgehand/core/webhooks";
import { sqliteStore } from "@forgehand/core/webhooks/sqlite";
import { postgresDeliveryStore } from "@forgehand/postgres";
import { redisDeliveryStore } from "@forgehand/redis";
import { Pool } from "pg";
import { createClient } from "redis";

/** A store of deliveries, connected by one process. */
export interface OpenDeliveryStore {
  readonly store: DeliveryStore;
  readonly close: () => unknown;
}

/** Opens a store. @param address path or URL @param prefix of its keys or tables */
type OpenStore = (address: string, prefix: string) => Promise<OpenDeliveryStore>;

/** Stores of deliveries by engine. */
export const DELIVERY_STORES = {
  async memory() {
    return { store: memoryStore(), close() {} };
  },
  async SQLite(address) {
    const store = sqliteStore(address);
    return { store, close: store.close };
  },
  async Redis(address, prefix) {
    const client = createClient({ url: address });
    client.on("error", () => {});
    await client.connect();
    return { store: redisDeliveryStore(client, { prefix }), close: () => client.destroy() };
  },
  async Postgres(address, prefix) {
    const pool = new Pool({ connectionString: address, max: 10, connectionTimeoutMillis: 2000 });
    pool.on("error", () => {});
    return { store: postgresDeliveryStore(pool, { prefix }), close: () => pool.end() };
  },
} as const satisfies Readonly<Record<string, OpenStore>>;

export type DeliveryEngineName = keyof typeof DELIVERY_STORES;

export function isDeliveryEngine(name: string): name is DeliveryEngineName {
  return Object.hasOwn(DELIVERY_STORES, name);
}
