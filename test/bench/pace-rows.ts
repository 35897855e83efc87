import { OUR_CLIENT } from "./pace/clients.ts";
import type { PaceRow } from "./pace/pace.ts";
import type { Budget, Row } from "./row.ts";

type PaceRowWorkload = PaceRow["workload"];

/** Minimum and maximum duration of the small workload, in seconds. */
const SMALL_SECONDS = { least: 0.24, most: 1 };

/** Maximum time of our client, as a multiple of the minimum that the limits allow. */
const MAX_TIME_RATIO: Readonly<Record<PaceRowWorkload, number>> = {
  secrets: 1.03,
  content: 1.01,
  mixed: 1.06,
  "mixed, 20 ms away": 1.06,
  "mixed, 100 ms away": 1.06,
  "mixed, 200 ms away": 1.06,
  "mixed, 500 ms away": 1.15,
  "mixed, 1 s away": 1.15,
  "secrets, 200 ms away": 1.06,
  "secrets, 1 s away": 1.15,
  redeliver: 1.08,
  unwatch: 1.04,
  reads: 1.01,
  small: SMALL_SECONDS.most / SMALL_SECONDS.least,
  "secrets-lost": 1.06,
  "secrets-2-shards": 1.06,
  "secrets-16-shards": 1.06,
  "secrets-restart": 1.06,
  "secrets-interactive": 1.06,
  "secrets-hidden-half": 1.1,
  "secrets-hidden-tenth": 1.1,
  "secrets-hidden-short-windows": 5.2,
};

/** An unpublished limit can only be found by exceeding it. */
const MAX_REJECTED: Readonly<Partial<Record<PaceRowWorkload, number>>> = {
  "secrets-hidden-half": 20,
  "secrets-hidden-tenth": 20,
  "secrets-hidden-short-windows": 20,
};

/** Rows that show how clients handled the workloads; rejected, lost and duplicated calls get rows of their own. */
export function paceRows(measured: readonly PaceRow[]): Row[] {
  return [...measured.flatMap(rowsOf), ...totalRejected(measured)];
}

function rowsOf(measured: PaceRow): Row[] {
  const { client, workload, ratio, refused, lost, duplicates, interactiveP95 } = measured;
  const row = (suffix: string, unit: Row["unit"], figure: number, budget: Budget): Row => ({
    case: "pace",
    name: `${client}, ${workload}${suffix}`,
    unit,
    figure,
    implementation: client,
    // Virtual time, and therefore the same on every machine.
    ...(client === OUR_CLIENT
      ? { ...budget, steady: "exact" }
      : { comparedWith: `${OUR_CLIENT}, ${workload}${suffix}` }),
  });
  const failures = [
    { label: "rejected", figure: refused, must: MAX_REJECTED[workload] ?? 0 },
    { label: "lost", figure: lost, must: 0 },
    { label: "duplicates", figure: duplicates, must: 0 },
  ].filter(({ figure }) => figure > 0);
  const note = failures.map(({ label, figure }) => `${figure.toLocaleString("en")} ${label}`).join(", ");
  return [
    { ...row("", "x", ratio, { must: MAX_TIME_RATIO[workload], aim: 1.005 }), ...(note !== "" && { note }) },
    ...failures.map(({ label, figure, must }) => row(`: ${label}`, "calls", figure, { must })),
    ...(interactiveP95 === null ? [] : [row(": p95 of interactive calls", "s", interactiveP95, { must: 0.5 })]),
  ];
}

/** A client that knows the limits must never be rejected. */
function totalRejected(measured: readonly PaceRow[]): Row[] {
  const ours = measured.filter(({ client, workload }) => client === OUR_CLIENT && MAX_REJECTED[workload] === undefined);
  if (ours.length === 0) return [];
  const figure = ours.reduce((sum, { refused }) => sum + refused, 0);
  const name = `${OUR_CLIENT}, all workloads with published limits: rejected`;
  return [{ case: "pace", name, unit: "calls", figure, must: 0, steady: "exact", implementation: OUR_CLIENT }];
}
