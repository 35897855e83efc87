import { estimate } from "@forgehand/core";
import { getRepository, putRepositoryActionsSecret } from "@forgehand/core/operations";
import { describeUsage } from "@forgehand/tasks/report/report";
import { formatDuration } from "@forgehand/tasks/run/progress/format-duration";
import type { RunDependencies } from "@forgehand/tasks/run-tasks";
import type { Settings } from "@forgehand/tasks/settings/create-settings";
import { code, heading, paragraph, row, text } from "../report/html.ts";
import { setOutputs } from "../report/publish.ts";
import { writeHtml } from "../report/summary.ts";
import type { ShardRow } from "./create-shards.ts";
import type { ShardMatrix } from "./read-matrix.ts";

/** Sets the output `matrix`, and describes it in the log and the summary. */
export function publishMatrix(matrix: ShardMatrix, inputs: Settings, deps: RunDependencies): void {
  const { environment, log, recorder } = deps;
  const { rows } = matrix;
  const notes = matrix.notes.map(log.redact);
  for (const note of notes) log.warning(note);
  const timedRows = rows.map((row) => ({ ...row, time: minimumTime(row, inputs) }));
  const count = `${rows.length.toLocaleString("en")} ${rows.length === 1 ? "shard" : "shards"} for strategy.matrix of a job.`;
  const conclusion = `${count} ${describeUsage(recorder.usage())}`;
  if (rows.length === 0) log.info(EMPTY_MESSAGE);
  log.group(
    "Shards",
    timedRows.map(
      ({ shard, share, targets, time }) => `${shard}: ${targets.toLocaleString("en")} targets, share ${share}, ${time}`,
    ),
  );
  setOutputs({ matrix: JSON.stringify({ include: rows }), changed: 0, failed: 0, skipped: 0 }, environment, log);
  const table = timedRows.map(({ shard, share, installation, targets, time }) =>
    row("td", [code(shard), code(share), code(installation), targets.toLocaleString("en"), text(time)]),
  );
  const html = [
    heading("Forgehand: shards"),
    paragraph(conclusion),
    ...(rows.length === 0 ? [paragraph(EMPTY_MESSAGE)] : []),
    ...notes.slice(0, MAX_NOTES).map((note) => paragraph(`⚠️ ${note}`)),
    ...(table.length === 0 ? [] : [`<table>\n${TABLE_HEAD}${table.join("")}</table>`]),
  ];
  writeHtml(() => html.join("\n"), environment, log);
  log.info(conclusion);
}

const TABLE_HEAD = row("th", ["Shard", "Share of the limits", "Installation", "Targets", "Minimum time"]);
const MAX_NOTES = 50;
const EMPTY_MESSAGE =
  "There is nothing to do. An empty matrix fails, so add this condition to the job that uses it: " +
  "if: fromJSON(needs.JOB.outputs.matrix).include[0]";

/** Minimum time for one read and one write of each target; which targets need a write is not known yet. */
function minimumTime({ targets, share }: ShardRow, inputs: Settings): string {
  // These two operations stand for any read and any write.
  const calls = [
    { operation: getRepository, count: targets },
    { operation: putRepositoryActionsSecret, count: targets },
  ];
  const { minimum } = estimate(calls, { pace: { preset: inputs.required("pace"), share } });
  return minimum < 1 ? "no wait" : `${formatDuration(minimum)} if all need a change`;
}
