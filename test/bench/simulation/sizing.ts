import { createClient } from "@forgehand/core";
import { getSubscription } from "@forgehand/core/operations/watching";
import { createQuotaStore, type QuotaStore } from "@forgehand/core/quota";
import type { DeliveryStore } from "@forgehand/core/webhooks";
import { migrationSql, postgresDeliveryStore, postgresQuotaStore } from "@forgehand/postgres";
import { redisDeliveryStore, redisQuotaStore } from "@forgehand/redis";
import { Pool } from "pg";
import { createClient as createRedis } from "redis";
import { startPostgres } from "../../engines/postgres.ts";
import { startRedis } from "../../engines/redis.ts";
import type { Bench, Measured } from "../harness.ts";
import { createRow } from "../row.ts";

/** Quotas that are measured, and the calls of each within one minute: nearly all that the points allow. */
const QUOTAS = 5;
const CALLS = 850;
/** Calls of each quota that are in flight at the end. */
const IN_FLIGHT = 40;
const DELIVERIES = 5000;
const MINUTE_MS = 60_000;
const LEASE_MS = 900_000;

/** Measures what quotas and deliveries occupy in Redis, and the CPU time of its process. */
export async function measureRedis({ defer, onProgress }: Bench): Promise<Measured> {
  onProgress("Redis");
  const engine = await startRedis();
  defer(engine.remove);
  const client = await createRedis({ url: engine.url }).connect();
  defer(() => client.destroy());
  const read = async (section: string, ...names: readonly string[]) => {
    const info = await client.info(section);
    return names.reduce((sum, name) => sum + Number(new RegExp(`^${name}:(.*)$`, "m").exec(info)?.[1]), 0);
  };
  const memory = () => read("memory", "used_memory");
  const cpuSeconds = () => read("cpu", "used_cpu_user", "used_cpu_sys");
  const empty = await memory();
  const cpuBefore = await cpuSeconds();
  let commands = 0;
  let quotaMemory = 0;
  const open = (now: () => number) => {
    const store = redisQuotaStore(client, { now });
    return createQuotaStore((...command) => {
      commands++;
      return store.run(...command);
    });
  };
  const ownCpuBefore = process.cpuUsage();
  await useQuotas(open, async () => {
    quotaMemory = (await memory()) - empty;
  });
  const { user, system } = process.cpuUsage(ownCpuBefore);
  const cpu = (await cpuSeconds()) - cpuBefore;
  await client.flushAll();
  const beforeDeliveries = await memory();
  await handleDeliveries(redisDeliveryStore(client));
  const deliveryMemory = (await memory()) - beforeDeliveries;
  return {
    rows: [
      createRow("Redis: memory of a quota that is used to its limit", "kB", quotaMemory / QUOTAS / 1000),
      createRow("Redis: CPU of a quota's command", "ms", (cpu / commands) * 1000),
      createRow("client: CPU of a call with its commands to Redis", "ms", (user + system) / 1000 / QUOTAS / CALLS),
      createRow("Redis: memory of 1,000 handled deliveries", "kB", deliveryMemory / DELIVERIES),
    ],
  };
}

/** Measures what quotas and deliveries occupy on the disk of PostgreSQL. */
export async function measurePostgres({ defer, onProgress }: Bench): Promise<Measured> {
  onProgress("PostgreSQL");
  const engine = await startPostgres();
  defer(engine.remove);
  const pool = new Pool({ connectionString: engine.url, max: 10 });
  defer(() => pool.end());
  await pool.query(migrationSql());
  const size = async (name: string) => {
    const { rows } = await pool.query(
      "SELECT sum(pg_total_relation_size(oid))::float AS size FROM pg_class WHERE relkind = 'r' AND relname LIKE $1",
      [name],
    );
    return Number(rows[0].size);
  };
  let quotaSize = 0;
  await useQuotas(
    (now) => postgresQuotaStore(pool, { now }),
    async () => {
      quotaSize = await size("forgehand_quota%");
    },
  );
  await handleDeliveries(postgresDeliveryStore(pool));
  return {
    rows: [
      createRow("PostgreSQL: disk of a quota that is used to its limit", "kB", quotaSize / QUOTAS / 1000),
      createRow(
        "PostgreSQL: disk of 1,000 handled deliveries",
        "kB",
        (await size("forgehand_deliveries")) / DELIVERIES,
      ),
    ],
  };
}

/**
 * Makes the calls of one minute for each quota, the last ones of which stay in flight.
 * @param open opens the store, with the clock of that minute
 * @param whileInFlight called while the last calls are in flight
 */
async function useQuotas(open: (now: () => number) => QuotaStore, whileInFlight: () => Promise<void>): Promise<void> {
  const start = Date.now();
  let calls = 0;
  const store = open(() => start + (calls / QUOTAS / CALLS) * MINUTE_MS);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const clients = Array.from({ length: QUOTAS }, (_, index) => {
    return createClient({
      baseUrl: "https://api.github.com",
      credentials: "ghp_x",
      cache: false,
      pace: { store, owner: `owner-${index}` },
      async fetch() {
        if (++calls > QUOTAS * (CALLS - IN_FLIGHT)) {
          if (calls === QUOTAS * CALLS) reached();
          await released;
        }
        return new Response(null, { status: 404 });
      },
    });
  });
  const { promise: allInFlight, resolve: reached } = Promise.withResolvers<void>();
  const call = (client: (typeof clients)[number]) => client.call(getSubscription, { owner: "acme", repo: "widgets" });
  for (let index = 0; index < CALLS - IN_FLIGHT; index++) await Promise.all(clients.map(call));
  const last = Promise.all(clients.flatMap((client) => Array.from({ length: IN_FLIGHT }, () => call(client))));
  await allInFlight;
  await whileInFlight();
  release();
  await last;
}

async function handleDeliveries(store: DeliveryStore): Promise<void> {
  for (let index = 0; index < DELIVERIES; index++) {
    const guid = crypto.randomUUID();
    await store.claim(guid, crypto.randomUUID(), LEASE_MS);
    await store.complete(guid);
  }
}
