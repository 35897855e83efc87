import type { Rounds } from "../measure.ts";
import type { Order } from "../order.ts";
import { type Result, rowsResult } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import { builtEmulator } from "./built.ts";
import { measureFleet } from "./fleet.ts";
import { measureStart, type StartName } from "./start.ts";
import { type Measured, missing, redeliver, rotateSecrets, setTemplates } from "./workloads.ts";
import { LATENCY } from "./world.ts";

/** What time a run may take, over the least that the limits let its calls through in. */
const TIME: Budget = { must: 1.06, aim: 1.03, steady: "exact" };
const NONE: Budget = { must: 0, steady: "exact" };

/** Seconds from which on the limits are what a run waits for. */
const LIMITED = 30;

/** The largest of them takes longer than all others. */
const QUICK = [rotateSecrets, redeliver];
const ALL = [rotateSecrets, redeliver, setTemplates, measureFleet];

/** How the action fares: its start, and its tasks at size against the published limits, in virtual time. */
export async function measureAction(order: Order): Promise<Result> {
  const start = await builtEmulator();
  const rows = startRows(await measureStart(order));
  for (const workload of order.isQuick ? QUICK : ALL) {
    order.tell(`workload ${workload.name}`);
    for (const measured of await workload(start)) rows.push(...rowsOf(measured));
  }
  return rowsResult(rows);
}

function startRows(starts: Rounds<StartName>): Row[] {
  const over = (name: StartName, what: string): Row => {
    const { median: figure, low, high } = starts.ratio(name, "node");
    return { case: "action", name: what, unit: "x", figure, low, high, must: 2, aim: 1.6, steady: "rounds" };
  };
  return [
    over("wrong form", "an input of a wrong form refused / an empty Node"),
    over("wrong together", "inputs that don't go together refused / an empty Node"),
  ];
}

/** A workload's figures. */
function rowsOf({ name, ran, changes, pages = 0 }: Measured): Row[] {
  const row = (what: string, unit: Row["unit"], figure: number, budget: Budget = {}): Row => {
    return { case: "action", name: `${name}: ${what}`, unit, figure, ...budget };
  };
  const least = ran.minimum + (pages * 2 * LATENCY) / 1000;
  const beside = pages === 0 ? "" : " and the list's pages";
  return [
    // What no limit slows down takes as long as its calls one after the other do.
    ...(ran.minimum < LIMITED ? [] : [row(`time / the least by the limits${beside}`, "x", ran.seconds / least, TIME)]),
    row("time", "s", ran.seconds),
    row("calls", "calls", ran.calls.length),
    ...(changes === 0 ? [] : [row("calls for each change", "x", ran.calls.length / changes)]),
    row("changes not made, or too many", "operations", missing(ran, changes), NONE),
    row("refused", "calls", ran.refused, NONE),
    row("most memory, the emulator's too", "MB", ran.memory / 1e6),
  ];
}
