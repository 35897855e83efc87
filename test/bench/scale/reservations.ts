import { setTimeout as sleep } from "node:timers/promises";
import type { QuotaCommand, QuotaStore, ReserveCommand } from "@forgehand/core/quota";
import type { Bench, Measured } from "../harness.ts";
import { quantile, spreadOf } from "../measure.ts";
import { type CaseRow, createRow } from "../row.ts";
import { startEngines } from "./engines.ts";
import { quotaEngines } from "./quota-engines.ts";

/** Points that are used before reservations are measured. */
const FILLS = { empty: 0, full: 900 } as const;
const REPETITIONS = { full: 1000, quick: 200 } as const;
const QUOTA = "api.github.com acme";
const MINUTE_MS = 60_000;
/** A reservation on loopback in Redis. */
const BUDGET = { must: 1, aim: 0.5 } as const;

/** Measures how long a reservation takes on loopback, one after the other. */
export async function measureReservations(bench: Bench): Promise<Measured> {
  const rows: CaseRow[] = [];
  for (const engine of quotaEngines(await startEngines(bench, "reservations"))) {
    if (engine.name === "memory") continue;
    for (const [state, points] of Object.entries(FILLS)) {
      bench.onProgress(`reservations, ${engine.name}, ${state} windows`);
      const { connect, close } = await engine.open();
      const store = await connect();
      await fill(store, points);
      const times = await timeReservations(store, REPETITIONS[bench.isQuick ? "quick" : "full"]);
      await close();
      const name = `reservation on ${engine.name}, ${state} windows`;
      rows.push(
        createRow(name, "ms", spreadOf(times), engine.name === "Redis" ? BUDGET : {}),
        createRow(`${name}: p99`, "ms", quantile(times, 0.99)),
      );
    }
  }
  return { rows };
}

/** Records usage of the windows, as of as many calls. */
async function fill({ run }: QuotaStore, points: number): Promise<void> {
  const usage = Array.from({ length: points }, (_, index) => {
    const { windows } = reservation("");
    return windows.map((use) => ({ ...use, cost: 1, isUrgent: false, freeIn: use.span - (index % 900) * 60 }));
  });
  await run(QUOTA, { type: "record", usage: usage.flat() });
}

/** Returns the milliseconds that each reservation took. Those that were granted are returned, so that windows stay as they are. */
async function timeReservations({ run }: QuotaStore, repetitions: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < repetitions; count++) {
    const command = reservation(`call ${count}`);
    const start = performance.now();
    const { blocker } = await run(QUOTA, command);
    times.push(performance.now() - start);
    if (!blocker) await run(QUOTA, unsent(command.id));
    // Lets other programs run, which would otherwise interrupt a reservation.
    if (count % 50 === 0) await sleep(5);
  }
  // The first ones prepare the script and the connection.
  return times.slice(20);
}

function reservation(id: string): ReserveCommand {
  return {
    type: "reserve",
    id,
    lease: 15_000,
    isUrgent: false,
    resource: "core",
    inFlight: 100,
    ordinaryInFlight: 40,
    interval: 0,
    carefulInterval: 0,
    windows: [
      { name: "points", span: MINUTE_MS, published: 900, minimum: 5, reserve: 15, isAssumed: false, cost: 5 },
      { name: "cpu", span: MINUTE_MS, published: 90_000, minimum: 1000, reserve: 3000, isAssumed: true, cost: 100 },
    ],
  };
}

function unsent(id: string): QuotaCommand {
  const nothing = { cpuTime: null, response: null, rejection: null, usual: null };
  return { type: "settle", id, isUnsent: true, resource: "core", random: 0, ...nothing };
}
