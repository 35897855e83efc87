import { quantile } from "../measure.ts";
import type { Order } from "../order.ts";
import type { StartClient } from "./client.ts";
import { CLIENTS, type ClientName, OURS } from "./clients.ts";
import { wireRequest } from "./job.ts";
import { minimumSeconds } from "./minimum.ts";
import { runWorkload } from "./run-workload.ts";
import { WORKLOADS, type Workload, type WorkloadName } from "./workloads.ts";

/** How a client fared with a workload. */
export interface PaceRow {
  readonly client: ClientName;
  readonly workload: WorkloadName;
  /** The time that it took over the least that the rules allow. */
  readonly ratio: number;
  readonly refused: number;
  readonly lost: number;
  readonly duplicates: number;
  /** Seconds; null where nobody waited. */
  readonly interactiveP95: number | null;
}

/** Every client with every workload; only ours where it is to be quick, as budgets are for that alone. */
export async function measurePace({ isQuick, tell }: Order): Promise<PaceRow[]> {
  const rows: PaceRow[] = [];
  for (const client of isQuick ? CLIENTS.filter(({ name }) => name === OURS) : CLIENTS) {
    for (const workload of WORKLOADS) {
      tell(`${client.name}, ${workload.name}`);
      rows.push({ client: client.name, workload: workload.name, ...(await measure(client.start, workload)) });
    }
  }
  return rows;
}

/** One client with one workload. */
export async function measure(
  startClient: StartClient,
  workload: Workload,
): Promise<Omit<PaceRow, "client" | "workload">> {
  const { seconds, refused, lost, duplicates, waits } = await runWorkload(startClient, workload);
  const minimum = minimumSeconds(workload.jobs.map(wireRequest), workload.rules);
  const interactiveP95 = waits.length > 0 ? quantile(waits, 0.95) : null;
  return { ratio: seconds / minimum, refused, lost, duplicates, interactiveP95 };
}
