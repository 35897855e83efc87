import { unwatchMany } from "../../../extension/worker/jobs/unwatch-many.fixture.ts";
import { createVirtualClock } from "../../clock/virtual-clock.ts";
import { withVirtualGlobals } from "../../clock/virtual-globals.ts";
import type { Measured } from "../harness.ts";
import { wireRequest } from "../pace/job.ts";
import { minimumSeconds } from "../pace/minimum.ts";
import { createModelService } from "../pace/model.ts";
import { seededRandom } from "../pace/seeded-random.ts";
import { type CaseRow, createRow, type RowDetails } from "../row.ts";

/** A large but realistic number of watched repositories. */
const COUNT = 2500;

/**
 * Unwatches repositories with the extension's own job, in virtual time, against a model of the published limits. Rejected,
 * lost and repeated calls get rows of their own.
 */
export async function measureUnwatch(): Promise<Measured> {
  const clock = createVirtualClock();
  const service = createModelService();
  const startedAt = clock.now();
  // Time does not pass while the database is in use.
  const options = { fetch: service.fetch, clock, random: seededRandom(1), wrap: clock.hold };
  const { state, counts } = await withVirtualGlobals(clock, () => unwatchMany(COUNT, options));
  if (state !== "done") throw new Error(`The job must end as "done", got "${state}".`);
  const seconds = (clock.now() - startedAt) / 1000;
  const requests = Array.from({ length: COUNT }, (_, index) => wireRequest({ kind: "unwatching", number: index + 1 }));
  const failures = {
    rejected: service.refused(),
    lost: COUNT - counts.done,
    repeated: requests.reduce((sum, request) => sum + Math.max(0, service.executions(request) - 1), 0),
  };
  // Virtual time, and therefore the same on every machine.
  const row = (label: string, unit: CaseRow["unit"], figure: number, budget: RowDetails = {}) =>
    createRow(`${COUNT} unwatches${label}`, unit, figure, { steady: "exact", ...budget });
  const rows = [
    row("", "x", seconds / minimumSeconds(requests), { must: 1.04, aim: 1.005 }),
    row(": total time", "s", seconds),
    ...Object.entries(failures).flatMap(([failure, count]) =>
      count ? [row(`: ${failure}`, "calls", count, { must: 0 })] : [],
    ),
  ];
  return { rows };
}
