import { memoryQuotaStore, type QuotaStore } from "@forgehand/core/quota";
import { migrationSql, postgresQuotaStore } from "@forgehand/postgres";
import { redisQuotaStore } from "@forgehand/redis";
import { Pool } from "pg";
import { createClient } from "redis";
import type { PostgresEngine } from "../../engines/postgres.ts";
import type { RedisEngine } from "../../engines/redis.ts";
import type { StartedEngines } from "./engines.ts";

/** An empty state that processes share. */
export interface SharedState {
  /** Connects a process. The store's clock is `Date.now()` at the time of each command, unless there is another one. */
  readonly connect: () => Promise<QuotaStore>;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/** Holds the state of shared quotas. */
export interface QuotaEngine {
  readonly name: "memory" | "Redis" | "Postgres";
  /** @param now returns the time in milliseconds; default that of the engine */
  readonly open: (now?: () => number) => Promise<SharedState>;
}

/** State in the memory of this process. */
export const MEMORY: QuotaEngine = {
  name: "memory",
  async open(now) {
    const store = memoryQuotaStore({ now });
    return { connect: async () => store, close: async () => {} };
  },
};

/** The engines that run, and the memory. */
export function quotaEngines({ redis, postgres }: StartedEngines): readonly QuotaEngine[] {
  return [MEMORY, ...(redis ? [redisQuotas(redis)] : []), ...(postgres ? [postgresQuotas(postgres)] : [])];
}

let states = 0;

function redisQuotas({ url }: RedisEngine): QuotaEngine {
  return {
    name: "Redis",
    async open(now) {
      const prefix = `bench${++states}:`;
      const open = new Set<{ destroy(): void }>();
      return {
        async connect() {
          const client = createClient({ url });
          open.add(client);
          await client.connect();
          return redisQuotaStore(client, { prefix, now });
        },
        async close() {
          for (const client of open) client.destroy();
        },
      };
    },
  };
}

function postgresQuotas({ url }: PostgresEngine): QuotaEngine {
  return {
    name: "Postgres",
    async open(now) {
      const prefix = `bench${++states}_`;
      const open = new Set<Pool>();
      const openPool = () => {
        // Without timers, which would need time to pass.
        const pool = new Pool({ connectionString: url, max: 2, idleTimeoutMillis: 0 });
        open.add(pool);
        return pool;
      };
      await openPool().query(migrationSql({ prefix }));
      return {
        connect: async () => postgresQuotaStore(openPool(), { prefix, now }),
        async close() {
          await Promise.all(Array.from(open, (pool) => pool.end()));
        },
      };
    },
  };
}
