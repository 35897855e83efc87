import { estimate } from "@forgehand/core";
import { getRepository, putRepositoryActionsSecret } from "@forgehand/core/operations";
import { describeUsage } from "@forgehand/tasks/report/report";
import { annotate } from "@forgehand/tasks/run/annotate";
import { formatDuration } from "@forgehand/tasks/run/progress/format-duration";
import type { RunDependencies } from "@forgehand/tasks/run-tasks";
import type { Settings } from "@forgehand/tasks/settings/create-settings";
import { setOutputs } from "../report/publish.ts";
import { writeHtml } from "../report/summary.ts";
import type { ShardRow } from "./create-shards.ts";
import { renderMatrix } from "./matrix-summary.ts";
import type { ShardMatrix } from "./read-matrix.ts";

/** Sets the output `matrix`, and describes it in the log and the summary. */
export function publishMatrix(matrix: ShardMatrix, inputs: Settings, deps: RunDependencies): void {
  const { environment, log, recorder } = deps;
  const { rows, isShared } = matrix;
  const notes = matrix.notes.map(log.redact);
  annotate(log.warning, notes);
  const timeOf = ({ targets, share }: Pick<ShardRow, "targets" | "share">) =>
    describeMinimum(minimumTime(targets, share, inputs));
  const timedRows = rows.map((row) => ({ ...row, time: timeOf(row) }));
  const count = `${rows.length.toLocaleString("en")} ${rows.length === 1 ? "shard" : "shards"} for strategy.matrix of a job.`;
  const conclusion = `${count} ${describeUsage(recorder.usage())}`;
  if (rows.length === 0) log.info(EMPTY_MESSAGE);
  log.group(
    "Shards",
    timedRows.map(({ shard, share, targets, time }) =>
      [`${shard}: ${targets.toLocaleString("en")} targets`, ...(share ? [`share ${share}`] : []), time].join(", "),
    ),
  );
  const nothing = { changed: 0, failed: 0, skipped: 0, "given-up": 0, "given-up-events": "[]" };
  setOutputs({ matrix: JSON.stringify({ include: rows }), ...nothing }, environment, log);
  const sharing = isShared && rows.length > 0 ? describeSharing(rows, inputs) : undefined;
  if (sharing !== undefined) log.info(sharing);
  const texts = { conclusion: rows.length === 0 ? `${conclusion} ${EMPTY_MESSAGE}` : conclusion, sharing, notes };
  writeHtml((size) => renderMatrix(timedRows, texts, size), environment, log);
  log.info(conclusion);
}

const EMPTY_MESSAGE =
  "There is nothing to do. An empty matrix fails, so add this condition to the job that uses it: " +
  "if: fromJSON(needs.JOB.outputs.matrix).include[0]";

/** Describes shards without fixed shares, and how long they take together: those of one installation use one quota. */
function describeSharing(rows: readonly ShardRow[], inputs: Settings): string {
  const perQuota = Array.from(Map.groupBy(rows, ({ installation }) => installation).values(), (quotaRows) =>
    minimumTime(
      quotaRows.reduce((sum, { targets }) => sum + targets, 0),
      undefined,
      inputs,
    ),
  );
  const minimum = Math.max(...perQuota);
  const time = minimum < 1 ? "" : ` Together they take at least ${describeMinimum(minimum)}.`;
  return `The shards have no fixed shares: they use the rate limits together, through Redis.${time} Set "redis-url" in the job that uses the matrix, too.`;
}

/** Minimum time for one read and one write of each target; which targets need a write is not known yet. */
function minimumTime(targets: number, share: string | undefined, inputs: Settings): number {
  // These two operations stand for any read and any write.
  const calls = [
    { operation: getRepository, count: targets },
    { operation: putRepositoryActionsSecret, count: targets },
  ];
  return estimate(calls, { pace: { preset: inputs.required("pace"), share } }).minimum;
}

function describeMinimum(minimum: number): string {
  return minimum < 1 ? "no wait" : `${formatDuration(minimum)} if all need a change`;
}
