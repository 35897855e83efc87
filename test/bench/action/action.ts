import type { CaseOptions } from "../case-options.ts";
import type { RoundComparison } from "../measure.ts";
import { type BenchResult, rowsResult } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import { LATENCY } from "./action-bench.ts";
import { measureFleet } from "./fleet.ts";
import { loadBuiltEmulator } from "./load-built-emulator.ts";
import { measureStart, type StartCandidate } from "./measure-start.ts";
import { changeMismatch, type MeasuredRun, redeliver, rotateSecrets, setTemplates } from "./workloads.ts";

/** Budget of a run's duration, as a multiple of the minimum that the limits allow. */
const TIME_BUDGET: Budget = { must: 1.06, aim: 1.03, steady: "exact" };
const ZERO_BUDGET: Budget = { must: 0, steady: "exact" };

/** Runs with a shorter minimum (in seconds) are not dominated by the limits. */
const MIN_LIMITED_SECONDS = 30;

/** Omits measureFleet, which takes longer than all others. */
const QUICK_WORKLOADS = [rotateSecrets, redeliver];
const ALL_WORKLOADS = [rotateSecrets, redeliver, setTemplates, measureFleet];

/** Measures the action: its start-up, and large workloads against the published limits, in virtual time. */
export async function measureAction(options: CaseOptions): Promise<BenchResult> {
  const start = await loadBuiltEmulator();
  const rows = startRows(await measureStart(options));
  for (const workload of options.isQuick ? QUICK_WORKLOADS : ALL_WORKLOADS) {
    options.onProgress(`workload ${workload.name}`);
    for (const measured of await workload(start)) rows.push(...rowsOf(measured));
  }
  return rowsResult(rows);
}

function startRows(starts: RoundComparison<StartCandidate>): Row[] {
  const startRow = (name: StartCandidate, label: string): Row => {
    const { median: figure, low, high } = starts.ratio(name, "node");
    return { case: "action", name: label, unit: "x", figure, low, high, must: 2, aim: 1.6, steady: "rounds" };
  };
  return [
    startRow("invalid-input", "invalid input rejected / an empty Node process"),
    startRow("conflicting-inputs", "conflicting inputs rejected / an empty Node process"),
  ];
}

/** Rows of one workload. */
function rowsOf({ name, run, changes, pages = 0 }: MeasuredRun): Row[] {
  const row = (label: string, unit: Row["unit"], figure: number, budget: Budget = {}): Row => {
    return { case: "action", name: `${name}: ${label}`, unit, figure, ...budget };
  };
  const minimum = run.minimum + (pages * 2 * LATENCY) / 1000;
  const suffix = pages === 0 ? "" : " and the list's pages";
  return [
    // Runs that no limit slows down take the sum of their calls' latencies, so a ratio is meaningless.
    ...(run.minimum < MIN_LIMITED_SECONDS
      ? []
      : [row(`time / the minimum by the limits${suffix}`, "x", run.seconds / minimum, TIME_BUDGET)]),
    row("time", "s", run.seconds),
    row("calls", "calls", run.calls.length),
    ...(changes === 0 ? [] : [row("calls per change", "x", run.calls.length / changes)]),
    row("missing or extra changes", "operations", changeMismatch(run, changes), ZERO_BUDGET),
    row("rejected", "calls", run.refused, ZERO_BUDGET),
    row("peak memory, including the emulator's", "MB", run.memory / 1e6),
  ];
}
