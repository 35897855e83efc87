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
import { collapsible, escapeHtml, paragraph, row } from "./html.ts";
import { rowsOf, TABLE_HEAD } from "./rows.ts";

/** Maximum size of a job summary in bytes: the runner rejects more than 1 MiB. */
const MAX_SIZE = 1024 * 1024 - 4096;
/** Bytes reserved per task for text around its table. */
const TABLE_OVERHEAD = 300;
/** Maximum number of notes per task. */
const MAX_NOTES = 50;

/** Writes the job summary of a run: its headline, and a table of targets for each task. */
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
  writeHtml(() => ["<h2>Forgehand</h2>", ...paragraphs].join("\n"), environment, log);
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
  const { cancelled, mode, tasks, problems = [], shards = [] } = report;
  const isSingleTask = tasks.length === 1 && problems.length === 0;
  const usage = describeUsage(report);
  const top = [
    ...(cancelled ? [paragraph("⚠️ The run was cancelled. Run it again to continue.")] : []),
    ...(isSingleTask ? [] : ["<h2>Forgehand</h2>", paragraph(`${headline(report)} ${usage}`)]),
    ...problems.slice(0, MAX_NOTES).map(({ target, problem }) => paragraph(`❌ ${target}: ${problem}`)),
    ...omissionParagraph(problems.length - MAX_NOTES, "❌"),
    ...(shards.length === 0 ? [] : [shardsTable(shards)]),
  ];
  const heads = tasks.map((task) => [
    `<h2>${escapeHtml(task.title)}</h2>`,
    paragraph(`${headline({ mode, tasks: [task] })}${isSingleTask ? ` ${usage}` : ""}`),
    ...task.plan.notes.slice(0, MAX_NOTES).map((note) => paragraph(`⚠️ ${note}`)),
    ...omissionParagraph(task.plan.notes.length - MAX_NOTES, "⚠️"),
    ...(task.plan.advice ?? []).slice(0, MAX_NOTES).map(({ title, text }) => collapsible(title, text)),
  ]);
  let remaining =
    size - bytesOf([...top, ...heads.flat()].join("\n")) - tasks.length * (TABLE_HEAD.length + TABLE_OVERHEAD);
  const rows = tasks.map((task) => [...rowsOf(report, task)]);
  const sizes = rows.map((taskRows) => taskRows.reduce((sum, row) => sum + bytesOf(row), 0));
  const tables = new Map<TaskReport, string>();
  // Small tables first: large ones share the remaining space.
  const bySize = tasks
    .map((task, index) => ({ task, index }))
    .sort((a, b) => (sizes[a.index] ?? 0) - (sizes[b.index] ?? 0));
  for (const [position, { task, index }] of bySize.entries()) {
    const html = table(rows[index] ?? [], remaining / (tasks.length - position));
    remaining -= bytesOf(html);
    tables.set(task, html);
  }
  const bottom = tasks.flatMap((task, index) => [...(heads[index] ?? []), tables.get(task) ?? ""]);
  return [...top, ...bottom].filter((part) => part !== "").join("\n");
}

function omissionParagraph(count: number, mark: string): readonly string[] {
  return count > 0 ? [paragraph(`${mark} … and ${count.toLocaleString("en")} more, all in the report's file.`)] : [];
}

function shardsTable(shards: readonly ShardReport[]): string {
  const rows = shards.map(({ shard, attempt, cancelled, headline: shardHeadline }) =>
    row("td", [{ code: shard }, `${attempt}`, `${cancelled ? "⚠️ cancelled: " : ""}${shardHeadline}`]),
  );
  return table(rows, MAX_SIZE / 4, row("th", ["Shard", "Attempt", "Result"]));
}

/** Renders a table, truncated to a size in bytes. */
function table(rows: readonly string[], size: number, head = TABLE_HEAD): string {
  if (rows.length === 0) return "";
  let remaining = size;
  const end = rows.findIndex((html) => {
    remaining -= bytesOf(html);
    return remaining < 0;
  });
  const shown = end === -1 ? rows : rows.slice(0, end);
  const rest = omissionParagraph(rows.length - shown.length, "➕").join("");
  if (shown.length === 0) return rest;
  return `<table>\n${head}${shown.join("")}</table>${rest === "" ? "" : `\n${rest}`}`;
}

const bytesOf = (text: string) => Buffer.byteLength(text);
