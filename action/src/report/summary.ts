import { appendFileSync, statSync } from "node:fs";
import type { Environment } from "@forgehand/tasks/host";
import type { Log } from "@forgehand/tasks/log";
import { describeError } from "@forgehand/tasks/problem";
import {
  describeUsage,
  headline,
  type Report,
  type ShardReport,
  type TaskReport,
} from "@forgehand/tasks/report/report";
import { type ReportedTarget, sectionsOf } from "@forgehand/tasks/report/report-sections";
import { code, collapsible, heading, paragraph, row, text } from "./html.ts";
import { CHANGE_HEAD, changeRows, type LinkContext, targetRow } from "./rows.ts";
import { bytesOf, limit, renderTables, type SummaryTable } from "./tables.ts";

/** Maximum size of a job summary in bytes: the runner rejects more than 1 MiB. */
const MAX_SIZE = 1024 * 1024 - 4096;

/** Writes the job summary of a run: its headline, and tables of targets for each task. */
export function writeSummary(report: Report, environment: Environment, log: Log): void {
  writeHtml((size) => renderSummary(report, size), environment, log);
}

/** Writes the problem of a run that has no report into the job summary. */
export function writeFailure(
  problem: string,
  conclusion: string | undefined,
  environment: Environment,
  log: Log,
): void {
  const paragraphs = [`❌ ${log.redact(problem)}`, ...(conclusion === undefined ? [] : [conclusion])].map(paragraph);
  writeHtml(() => [heading("Forgehand"), ...paragraphs].join("\n"), environment, log);
}

/**
 * Appends to the job summary, if there is one.
 * @param render returns HTML of at most the given size in bytes
 */
export function writeHtml(render: (size: number) => string, environment: Environment, log: Log): void {
  const file = environment["GITHUB_STEP_SUMMARY"];
  // Outside a job there is no summary file.
  if (!file) return;
  try {
    const existingSize = statSync(file).size;
    appendFileSync(file, `${existingSize > 0 ? "\n\n" : ""}${render(MAX_SIZE - existingSize)}\n`);
  } catch (error) {
    log.warning(`The job summary could not be written: ${describeError(error)}`);
  }
}

/** Renders the summary, truncated to the runner's limit. */
export function renderSummary(report: Report, size = MAX_SIZE): string {
  const { cancelled, mode, tasks, problems = [], shards = [], webUrl } = report;
  const isSingleTask = tasks.length === 1 && problems.length === 0;
  const usage = describeUsage(report);
  const top = [
    ...(cancelled ? [paragraph("⚠️ The run was cancelled. Run it again to continue.")] : []),
    ...(isSingleTask ? [] : [heading("Forgehand"), paragraph(`${headline(report)} ${usage}`)]),
    ...limit(
      problems.map(({ target, problem }) => paragraph(`❌ ${target}: ${problem}`)),
      size / 8,
      "❌",
    ),
  ];
  const shardTables = shards.length === 0 ? [] : [shardsTable(shards)];
  const parts = tasks.map((task) => {
    const { notes, advice = [] } = task.plan;
    const textSize = size / 8 / tasks.length;
    const head = [
      heading(task.title),
      paragraph(`${headline({ mode, tasks: [task] })}${isSingleTask ? ` ${usage}` : ""}`),
      ...limit(
        notes.map((note) => paragraph(`⚠️ ${note}`)),
        textSize,
        "⚠️",
      ),
      ...limit(
        advice.map((item) => collapsible(item.title, item.text)),
        textSize,
        "➕",
      ),
    ];
    return { head, tables: taskTables(report, task, { task: task.task, webUrl }) };
  });
  const texts = [...top, ...parts.flatMap(({ head }) => head)];
  const tables = renderTables(
    [...shardTables, ...parts.flatMap((part) => part.tables)],
    size - bytesOf(texts.join("\n")),
  );
  const htmlOf = (table: SummaryTable) => tables.get(table) ?? "";
  const html = [
    ...top,
    ...shardTables.map(htmlOf),
    ...parts.flatMap((part) => [...part.head, ...part.tables.map(htmlOf)]),
  ];
  return html.filter((part) => part !== "").join("\n");
}

/** Maximum number of skipped targets that are shown without opening their block. */
const MAX_VISIBLE_SKIPPED = 10;

/** The tables of a task: what needs attention comes first, and what does not is folded. */
function taskTables(report: Report, task: TaskReport, context: LinkContext): readonly SummaryTable[] {
  const { failed, givenUp, changes, unread, skipped, unchanged, givenUpBefore } = sectionsOf(report, task);
  const rows = (targets: readonly ReportedTarget[], mark: string) =>
    targets.map((target) => targetRow(target, mark, context));
  const title = (targets: readonly ReportedTarget[], what: string) => `${targets.length.toLocaleString("en")} ${what}`;
  const areSkippedFolded = skipped.length > MAX_VISIBLE_SKIPPED;
  return [
    { head: row("th", ["Target", "Problem"]), items: [...rows(failed, "❌"), ...rows(givenUp, "❌")], rank: 0 },
    { head: CHANGE_HEAD, items: changes.map((change) => changeRows(change, context)), rank: 1 },
    { head: row("th", ["Target", "Not read"]), items: rows(unread, "➖"), rank: 1 },
    {
      head: row("th", ["Target", "Skipped, because"]),
      items: rows(skipped, areSkippedFolded ? "" : "➖"),
      foldedAs: areSkippedFolded ? title(skipped, "skipped") : undefined,
      rank: 2,
    },
    {
      head: row("th", ["Target", "Given up"]),
      items: rows(givenUpBefore, ""),
      foldedAs: title(givenUpBefore, "given up before this run"),
      rank: 3,
    },
    {
      head: row("th", ["Target", "Unchanged, because"]),
      items: rows(unchanged, ""),
      foldedAs: title(unchanged, "unchanged"),
      rank: 4,
    },
  ];
}

function shardsTable(shards: readonly ShardReport[]): SummaryTable {
  const items = shards.map(({ shard, attempt, cancelled, headline: shardHeadline }) =>
    row("td", [code(shard), `${attempt}`, text(`${cancelled ? "⚠️ cancelled: " : ""}${shardHeadline}`)]),
  );
  return { head: row("th", ["Shard", "Attempt", "Result"]), items, rank: 0 };
}
