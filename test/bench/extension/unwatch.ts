import type { Clock } from "@forgehand/core";
import { unwatchMany } from "../../../extension/worker/jobs/unwatch-many.fixture.ts";
import { wireRequest } from "../pace/job.ts";
import { minimumSeconds } from "../pace/minimum.ts";
import { createService } from "../pace/model.ts";
import { seededRandom } from "../pace/random.ts";
import type { Budget, Row } from "../row.ts";
import { inWatchedTime } from "./watched-time.ts";

/** As many as people have come to watch without wanting to. */
const MANY = 2500;

/** How the extension's job fared that unwatched so many repositories. */
export interface Unwatching {
  readonly seconds: number;
  /** The least that the limits allow. */
  readonly minimum: number;
  readonly refused: number;
  /** Repositories that the job did not bring to its end. */
  readonly lost: number;
  /** Sent more than once. */
  readonly repeated: number;
}

/** Unwatches so many repositories with the extension's own job, in virtual time, at a service that keeps its limits. */
function unwatch(count: number = MANY): Promise<Unwatching> {
  return inWatchedTime(async (watched) => {
    const service = createService();
    const began = Date.now();
    const { state, counts } = await unwatchMany(count, {
      fetch: service.fetch,
      clock,
      random: seededRandom(1),
      watched,
    });
    if (state !== "done") throw new Error(`The job is ${state}.`);
    const requests = Array.from({ length: count }, (_, index) =>
      wireRequest({ kind: "unwatching", number: index + 1 }),
    );
    return {
      seconds: (Date.now() - began) / 1000,
      minimum: minimumSeconds(requests),
      refused: service.refused(),
      lost: count - counts.done,
      repeated: requests.reduce((sum, request) => sum + Math.max(0, service.executions(request) - 1), 0),
    };
  });
}

/** The time that all have. */
const clock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** What people are told of it; what went wrong, where something did. */
export async function measureUnwatch(): Promise<Row[]> {
  const { seconds, minimum, refused, lost, repeated } = await unwatch();
  const row = (what: string, unit: Row["unit"], figure: number, budget: Budget): Row => {
    // Time is virtual, and so the same everywhere.
    return { case: "extension", name: `${MANY} unwatches${what}`, unit, figure, steady: "exact", ...budget };
  };
  const mishaps = { refused, lost, repeated };
  return [
    row("", "x", seconds / minimum, { must: 1.04, aim: 1.005 }),
    row(": in all", "s", seconds, {}),
    ...Object.entries(mishaps).flatMap(([what, count]) =>
      count ? [row(`: ${what}`, "calls", count, { must: 0 })] : [],
    ),
  ];
}
