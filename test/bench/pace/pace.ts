import type { CaseOptions } from "../case-options.ts";
import { quantile } from "../measure.ts";
import type { StartClient } from "./client.ts";
import { CLIENTS, OUR_CLIENT, type PaceClientName } from "./clients.ts";
import { wireRequest } from "./job.ts";
import { minimumSeconds } from "./minimum.ts";
import { runWorkload } from "./run-workload.ts";
import { type PaceWorkload, type PaceWorkloadName, WORKLOADS } from "./workloads.ts";

/** Result of running a workload with a client. */
export interface PaceRow {
  readonly client: PaceClientName;
  readonly workload: PaceWorkloadName;
  /** Duration divided by the minimum that the limits allow. */
  readonly ratio: number;
  readonly refused: number;
  readonly lost: number;
  readonly duplicates: number;
  /** In seconds; null if the workload has no interactive calls. */
  readonly interactiveP95: number | null;
}

/** Runs every workload with every client; a quick run measures only ours, which alone has budgets. */
export async function measurePace({ isQuick, onProgress }: CaseOptions): Promise<PaceRow[]> {
  const rows: PaceRow[] = [];
  for (const client of isQuick ? CLIENTS.filter(({ name }) => name === OUR_CLIENT) : CLIENTS) {
    for (const workload of WORKLOADS) {
      onProgress(`${client.name}, ${workload.name}`);
      rows.push({ client: client.name, workload: workload.name, ...(await measureWorkload(client.start, workload)) });
    }
  }
  return rows;
}

/** Runs one workload with one client. */
export async function measureWorkload(
  startClient: StartClient,
  workload: PaceWorkload,
): Promise<Omit<PaceRow, "client" | "workload">> {
  const { seconds, refused, lost, duplicates, waits } = await runWorkload(startClient, workload);
  const minimum = minimumSeconds(workload.jobs.map(wireRequest), workload.rules, workload.latency);
  const interactiveP95 = waits.length > 0 ? quantile(waits, 0.95) : null;
  return { ratio: seconds / minimum, refused, lost, duplicates, interactiveP95 };
}
