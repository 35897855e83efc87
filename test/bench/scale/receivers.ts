import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type SignedDelivery, signDelivery } from "@forgehand/core/webhooks";
import { migrationSql } from "@forgehand/postgres";
import { Pool } from "pg";
import { Agent, request } from "undici";
import * as z from "zod/mini";
import { realPayload } from "../../../packages/core/src/webhooks/real-payload.fixture.ts";
import type { Bench, Measured } from "../harness.ts";
import { spreadOf } from "../measure.ts";
import type { WorkerProcess } from "../processes.ts";
import { type CaseRow, createRow } from "../row.ts";
import { DELIVERY_STORES, type DeliveryEngineName } from "../worker/delivery-stores.ts";
import { startEngines } from "./engines.ts";
import { readHandlingRecord } from "./handling-record.ts";

const SECRET = "It's a Secret to Everybody";
const IN_FLIGHT = 50;
const ROUNDS = 7;
const PER_ROUND = 500;
const KILL_INTERVAL_MS = 700;
/** Duration of a handler, in which its process can be killed. */
const HANDLER_MS = 5;
/** Milliseconds after which the sender repeats a failed delivery, as a task that redelivers would. */
const REPEAT_MS = 300;
/** Milliseconds that the sender waits for a response, as GitHub does. */
const RESPONSE_TIMEOUT_MS = 10_000;
const RECEIVERS = 4;

/** A store that receivers share. */
interface DeliveryEngine {
  readonly name: DeliveryEngineName;
  /** Path or URL. */
  readonly address: string;
  readonly prefix: string;
}

let prefixes = 0;

/** Creates an empty store on each engine that is installed. */
async function createStores(bench: Bench, rows: string): Promise<readonly DeliveryEngine[]> {
  const { redis, postgres } = await startEngines(bench, rows);
  const prefix = `bench${++prefixes}_`;
  if (postgres) {
    const pool = new Pool({ connectionString: postgres.url });
    await pool.query(migrationSql({ prefix }));
    await pool.end();
  }
  return [
    { name: "SQLite", address: join(bench.createFolder(), "deliveries.sqlite"), prefix },
    ...(redis ? [{ name: "Redis", address: redis.url, prefix } as const] : []),
    ...(postgres ? [{ name: "Postgres", address: postgres.url, prefix } as const] : []),
  ];
}

/** Signs the delivery that is sent under many GUIDs. */
const signPayload = () => signDelivery({ event: "pull_request", payload: realPayload("pull_request"), secret: SECRET });

/** Sends a delivery. @returns whether it was handled */
async function send(agent: Agent, port: number, { headers, body }: SignedDelivery, guid: string): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/`;
  const options = { method: "POST", headers: { ...headers, "X-GitHub-Delivery": guid }, body, dispatcher: agent };
  try {
    const response = await request(url, options);
    await response.body.dump();
    return response.statusCode === 200;
  } catch {
    return false;
  }
}

/** Does work for each item, a number of them at a time. */
async function forEachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items.values();
  const runNext = async () => {
    for (const item of iterator) await work(item);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, runNext));
}

const createGuids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
const portOf = ({ ready }: WorkerProcess) => z.int().parse(ready);

/** Measures how many deliveries per second one, two and four processes receive. */
export async function measureReceivers(bench: Bench): Promise<Measured> {
  const rows: CaseRow[] = [];
  const signed = await signPayload();
  const agent = new Agent();
  bench.defer(() => agent.close());
  const alone: DeliveryEngine = { name: "memory", address: "", prefix: "" };
  for (const { name, address, prefix } of [alone, ...(await createStores(bench, "receivers"))]) {
    for (const processes of name === "memory" ? [1] : [1, 2, 4]) {
      bench.onProgress(`receivers, ${name}, ${processes}`);
      const args = [name, address, prefix, SECRET];
      const workers = await Promise.all(
        Array.from({ length: processes }, () => bench.startWorker("shared-receiver.ts", args)),
      );
      const ports = workers.map(portOf);
      const rates: number[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        const start = performance.now();
        await forEachOf(createGuids(PER_ROUND), async (guid) => {
          const port = ports[Number.parseInt(guid.slice(0, 4), 16) % ports.length] ?? 0;
          // A store that many processes wait for can take too long.
          while (!(await send(agent, port, signed, guid))) await sleep(REPEAT_MS);
        });
        // The first round warms up.
        if (round >= 0) rates.push((PER_ROUND * 1000) / (performance.now() - start));
      }
      for (const worker of workers) worker.stop();
      const subject = `deliveries received by ${processes === 1 ? "1 process" : `${processes} processes`}`;
      rows.push(createRow(`${subject}, ${name}`, "/s", spreadOf(rates), { moreIsBetter: true }));
    }
  }
  return { rows };
}

/** Kills one of several receivers again and again, and checks what their store has recorded. */
export async function measureKilledReceivers(bench: Bench): Promise<Measured> {
  const count = bench.isQuick ? 500 : 10_000;
  const rows: CaseRow[] = [];
  const engines = await createStores(bench, "killed receivers");
  for (const engine of bench.isQuick ? engines.slice(0, 1) : engines) {
    bench.onProgress(`killed receivers, ${engine.name}`);
    const { kills, lost, duplicates, repeated, seconds } = await receiveWithKills(bench, engine, count);
    const name = `${count.toLocaleString("en")} deliveries, one of ${RECEIVERS} processes killed every 0.7 s, ${engine.name}`;
    const exact = { must: 0, steady: "exact" } as const;
    rows.push(
      createRow(`${name}: not completed`, "deliveries", lost, { ...exact, note: `${kills} kills` }),
      createRow(`${name}: completed more than once`, "deliveries", duplicates, exact),
      createRow(`${name}: handler ran more than once`, "deliveries", repeated, { note: "after a kill" }),
      createRow(`${name}: time`, "s", seconds),
    );
  }
  return { rows };
}

async function receiveWithKills(bench: Bench, { name, address, prefix }: DeliveryEngine, count: number) {
  const signed = await signPayload();
  const logFile = join(bench.createFolder(), "log");
  writeFileSync(logFile, "");
  const agent = new Agent({ headersTimeout: RESPONSE_TIMEOUT_MS, bodyTimeout: RESPONSE_TIMEOUT_MS });
  const args = [name, address, prefix, SECRET, logFile, String(HANDLER_MS)];
  const start = () => bench.startWorker("shared-receiver.ts", args);
  /** Undefined while it is started again. */
  const workers: (WorkerProcess | undefined)[] = await Promise.all(Array.from({ length: RECEIVERS }, start));
  const starting: Promise<void>[] = [];
  let kills = 0;

  function killNext(): void {
    // On a busy machine, processes need longer to start.
    if (workers.filter((worker) => worker !== undefined).length <= RECEIVERS / 2) return;
    const victim = Array.from(workers.keys(), (slot) => (slot + kills) % RECEIVERS).find((slot) => workers[slot]);
    const worker = victim !== undefined && workers[victim];
    if (!worker) return;
    process.kill(worker.pid, "SIGKILL");
    kills++;
    workers[victim] = undefined;
    const replace = async () => {
      workers[victim] = await start();
    };
    starting.push(replace());
  }

  const guids = createGuids(count);
  const timer = setInterval(killNext, KILL_INTERVAL_MS);
  const startedAt = performance.now();
  let sent = 0;
  await forEachOf(guids, async (guid) => {
    for (;;) {
      const worker = workers[sent++ % workers.length];
      if (worker && (await send(agent, portOf(worker), signed, guid))) return;
      await sleep(REPEAT_MS);
    }
  });
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(timer);
  await Promise.all(starting);
  await agent.close();
  for (const worker of workers) worker?.stop();

  const { store, close } = await DELIVERY_STORES[name](address, prefix);
  let lost = 0;
  await forEachOf(guids, async (guid) => {
    if ((await store.claim(guid, "check", 1)) !== "handled") lost++;
  });
  await close();
  return { kills, lost, seconds, ...readHandlingRecord(readFileSync(logFile, "utf8")) };
}
