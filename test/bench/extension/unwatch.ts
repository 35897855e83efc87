import type { Clock } from "@forgehand/core";
import { unwatchMany } from "../../../extension/worker/jobs/unwatch-many.fixture.ts";
import { wireRequest } from "../pace/job.ts";
import { minimumSeconds } from "../pace/minimum.ts";
import { createModelService } from "../pace/model.ts";
import { seededRandom } from "../pace/seeded-random.ts";
import type { Budget, Row } from "../row.ts";
import { withVirtualTime } from "./virtual-time.ts";

/** A large but realistic number of watched repositories. */
const REPOSITORY_COUNT = 2500;

/** Figures of an unwatch job of the extension. */
export interface UnwatchFigures {
  readonly seconds: number;
  /** Minimum duration that the limits allow, in seconds. */
  readonly minimum: number;
  readonly refused: number;
  /** Repositories that the job did not finish. */
  readonly lost: number;
  /** Number of requests that were sent more than once. */
  readonly repeated: number;
}

/** Unwatches repositories with the extension's own job, in virtual time, against a model of the published limits. */
function runUnwatchJob(count: number = REPOSITORY_COUNT): Promise<UnwatchFigures> {
  return withVirtualTime(async (wrap) => {
    const service = createModelService();
    const startedAt = Date.now();
    const { state, counts } = await unwatchMany(count, {
      fetch: service.fetch,
      clock,
      random: seededRandom(1),
      wrap,
    });
    if (state !== "done") throw new Error(`The job must end as "done", got "${state}".`);
    const requests = Array.from({ length: count }, (_, index) =>
      wireRequest({ kind: "unwatching", number: index + 1 }),
    );
    return {
      seconds: (Date.now() - startedAt) / 1000,
      minimum: minimumSeconds(requests),
      refused: service.refused(),
      lost: count - counts.done,
      repeated: requests.reduce((sum, request) => sum + Math.max(0, service.executions(request) - 1), 0),
    };
  });
}

/** Uses the faked global timers. */
const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Measures the unwatch job; rejected, lost and repeated calls get rows of their own. */
export async function measureUnwatch(): Promise<Row[]> {
  const { seconds, minimum, refused, lost, repeated } = await runUnwatchJob();
  const row = (label: string, unit: Row["unit"], figure: number, budget: Budget): Row => {
    // Virtual time, and therefore the same on every machine.
    return {
      case: "extension",
      name: `${REPOSITORY_COUNT} unwatches${label}`,
      unit,
      figure,
      steady: "exact",
      ...budget,
    };
  };
  const failures = { rejected: refused, lost, repeated };
  return [
    row("", "x", seconds / minimum, { must: 1.04, aim: 1.005 }),
    row(": total time", "s", seconds, {}),
    ...Object.entries(failures).flatMap(([failure, count]) =>
      count ? [row(`: ${failure}`, "calls", count, { must: 0 })] : [],
    ),
  ];
}
