import type { Bench, Measured } from "../harness.ts";
import { quantile } from "../measure.ts";
import { type Budget, type CaseRow, createRow } from "../row.ts";
import { CLIENTS, OUR_CLIENT, type PaceClientName, type StartClient } from "./clients.ts";
import { wireRequest } from "./job.ts";
import { minimumSeconds } from "./minimum.ts";
import { runWorkload } from "./run-workload.ts";
import { type BudgetedWorkload, type PaceWorkload, type PaceWorkloadName, WORKLOADS } from "./workloads.ts";

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
export async function measurePace({ isQuick, onProgress }: Bench): Promise<Measured> {
  const measured: PaceRow[] = [];
  for (const { name, start } of CLIENTS) {
    if (isQuick && name !== OUR_CLIENT) continue;
    for (const workload of WORKLOADS) {
      onProgress(`${name}, ${workload.name}`);
      measured.push({ client: name, workload: workload.name, ...(await measureWorkload(start, workload)) });
    }
  }
  return { rows: paceRows(measured), json: measured };
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

/** Rows that show how clients handled the workloads; rejected, lost and duplicated calls get rows of their own. */
export function paceRows(measured: readonly PaceRow[]): CaseRow[] {
  const workloads = new Map<string, BudgetedWorkload>(WORKLOADS.map((workload) => [workload.name, workload]));
  const rows = measured.flatMap(({ client, workload, ratio, refused, lost, duplicates, interactiveP95 }) => {
    const { must = 0, mayBeRejected = 0 } = workloads.get(workload) ?? {};
    const row = (suffix: string, unit: CaseRow["unit"], figure: number, budget: Budget) =>
      createRow(`${client}, ${workload}${suffix}`, unit, figure, {
        implementation: client,
        // Virtual time, and therefore the same on every machine.
        ...(client === OUR_CLIENT
          ? { ...budget, steady: "exact" }
          : { comparedWith: `${OUR_CLIENT}, ${workload}${suffix}` }),
      });
    const failures = [
      { label: "rejected", figure: refused, must: mayBeRejected },
      { label: "lost", figure: lost, must: 0 },
      { label: "duplicates", figure: duplicates, must: 0 },
    ].filter(({ figure }) => figure > 0);
    const note = failures.map(({ label, figure }) => `${figure.toLocaleString("en")} ${label}`).join(", ");
    return [
      { ...row("", "x", ratio, { must, aim: 1.005 }), ...(note !== "" && { note }) },
      ...failures.map(({ label, figure, must }) => row(`: ${label}`, "calls", figure, { must })),
      ...(interactiveP95 === null ? [] : [row(": p95 of interactive calls", "s", interactiveP95, { must: 0.5 })]),
    ];
  });
  // A client that knows the limits must never be rejected.
  const ours = measured.filter(
    ({ client, workload }) => client === OUR_CLIENT && !workloads.get(workload)?.mayBeRejected,
  );
  if (ours.length === 0) return rows;
  const rejected = ours.reduce((sum, { refused }) => sum + refused, 0);
  const total = createRow(`${OUR_CLIENT}, all workloads with published limits: rejected`, "calls", rejected, {
    must: 0,
    steady: "exact",
    implementation: OUR_CLIENT,
  });
  return [...rows, total];
}
