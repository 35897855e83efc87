import { estimate } from "@forgehand/core";
import { getRepository, putRepositoryActionsSecret } from "@forgehand/core/operations";
import { escapeHtml, paragraph, row } from "../report/html.ts";
import { setOutputs } from "../report/publish.ts";
import { writeHtml } from "../report/summary.ts";
import type { Surroundings } from "../run/perform.ts";
import { duration } from "../run/progress/duration.ts";
import type { Settings } from "../settings/read.ts";
import type { ShardRow } from "./cut.ts";
import type { Matrix } from "./matrix.ts";

/** Sets the output `matrix`, and tells of it in log and summary. */
export function publishMatrix({ rows, notes }: Matrix, inputs: Settings, around: Surroundings): void {
  const { environment, log } = around;
  for (const note of notes) log.warning(note);
  const lines = rows.map((one) => ({ ...one, time: leastTime(one, inputs) }));
  const told =
    rows.length === 0 ? NOTHING : `${rows.length.toLocaleString("en")} shards, for strategy.matrix of a job.`;
  log.info(told);
  log.group(
    "The shards",
    lines.map(
      ({ shard, share, targets, time }) => `${shard}: ${targets.toLocaleString("en")} targets, share ${share}, ${time}`,
    ),
  );
  setOutputs({ matrix: JSON.stringify({ include: rows }), changed: 0, failed: 0, skipped: 0 }, environment, log);
  const table = lines.map(({ shard, share, installation, targets, time }) =>
    row("td", [{ code: shard }, { code: share }, { code: installation }, targets.toLocaleString("en"), time]),
  );
  const html = [
    `<h2>${escapeHtml("Forgehand: the shards")}</h2>`,
    paragraph(told),
    ...notes.slice(0, MOST_NOTES).map((note) => paragraph(`⚠️ ${note}`)),
    ...(table.length === 0 ? [] : [`<table>\n${HEAD}${table.join("")}</table>`]),
  ];
  writeHtml(() => html.join("\n"), environment, log);
}

const HEAD = row("th", ["Shard", "Share of the limits", "Installation", "Targets", "Time, at the least"]);
const MOST_NOTES = 50;
const NOTHING =
  "There is nothing to do, and a matrix of nothing fails: give the job that has it the condition " +
  "if: fromJSON(needs.JOB.outputs.matrix).include[0]";

/** What the limits let through a read and a write of each target in: nobody knows yet which of them need one. */
function leastTime({ targets, share }: ShardRow, inputs: Settings): string {
  const calls = [
    { operation: getRepository, count: targets },
    { operation: putRepositoryActionsSecret, count: targets },
  ];
  const { minimum } = estimate(calls, { pace: { preset: inputs.required("pace"), share } });
  return minimum < 1 ? "no wait" : `${duration(minimum)} if all need a change`;
}
