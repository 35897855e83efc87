import { appendFileSync, statSync } from "node:fs";
import type { Log } from "../log.ts";
import { problemOf } from "../problem.ts";
import type { Environment } from "../settings/inputs.ts";
import { escapeHtml, folded, paragraph, row } from "./html.ts";
import { headline, type Report, type ShardReport, type TaskReport } from "./report.ts";
import { HEAD, rowsOf } from "./rows.ts";

/** Bytes that a step's summary may have: the runner refuses one over 1 MiB. */
const LARGEST = 1024 * 1024 - 4096;
/** Bytes for what a task says beside its table, and for saying that it was cut. */
const AROUND_TABLE = 300;
/** Notes that a task shows. */
const MOST_NOTES = 50;

/** Writes a run into the job summary: what it came to, and a table with a row a target for each task. */
export function writeSummary(report: Report, environment: Environment, log: Log): void {
  writeHtml((size) => renderSummary(report, size), environment, log);
}

/** Writes a failure that left nothing to report into the job summary. */
export function writeFailure(problem: string, environment: Environment, log: Log): void {
  writeHtml(() => `<h2>Forgehand</h2>\n${paragraph(`❌ ${problem}`)}`, environment, log);
}

/** Appends to the job summary, where there is one. @param render makes HTML of at most so many bytes */
export function writeHtml(render: (size: number) => string, environment: Environment, log: Log): void {
  const file = environment["GITHUB_STEP_SUMMARY"];
  // Outside a job there is no summary to write to.
  if (!file) return;
  try {
    const before = statSync(file).size;
    appendFileSync(file, `${before > 0 ? "\n\n" : ""}${render(LARGEST - before)}\n`);
  } catch (error) {
    log.warning(`The job summary could not be written: ${problemOf(error)}`);
  }
}

/** The summary's HTML, cut to what the runner takes. */
export function renderSummary(report: Report, size = LARGEST): string {
  const { cancelled, mode, tasks, problems = [], shards = [] } = report;
  const above = [
    ...(cancelled ? [paragraph("⚠️ The run was cancelled; it can be run again.")] : []),
    ...(tasks.length === 1 && problems.length === 0 ? [] : [`<h2>Forgehand</h2>`, paragraph(headline(report))]),
    ...problems.slice(0, MOST_NOTES).map(({ target, problem }) => paragraph(`❌ ${target}: ${problem}`)),
    ...more(problems.length - MOST_NOTES, "❌"),
    ...(shards.length === 0 ? [] : [shardsTable(shards)]),
  ];
  const heads = tasks.map((task) => [
    `<h2>${escapeHtml(task.title)}</h2>`,
    paragraph(headline({ mode, tasks: [task] })),
    ...task.plan.notes.slice(0, MOST_NOTES).map((note) => paragraph(`⚠️ ${note}`)),
    ...more(task.plan.notes.length - MOST_NOTES, "⚠️"),
    ...(task.plan.advice ?? []).slice(0, MOST_NOTES).map(({ title, text }) => folded(title, text)),
  ]);
  let left = size - bytesOf([...above, ...heads.flat()].join("\n")) - tasks.length * (HEAD.length + AROUND_TABLE);
  const rows = tasks.map((task) => [...rowsOf(report, task)]);
  const needs = rows.map((all) => all.reduce((sum, one) => sum + bytesOf(one), 0));
  const tables = new Map<TaskReport, string>();
  // The small ones first: what they leave is the others'.
  const order = tasks
    .map((task, index) => ({ task, index }))
    .sort((a, b) => (needs[a.index] ?? 0) - (needs[b.index] ?? 0));
  for (const [place, { task, index }] of order.entries()) {
    const html = table(rows[index] ?? [], left / (tasks.length - place));
    left -= bytesOf(html);
    tables.set(task, html);
  }
  const below = tasks.flatMap((task, index) => [...(heads[index] ?? []), tables.get(task) ?? ""]);
  return [...above, ...below].filter((part) => part !== "").join("\n");
}

function more(count: number, mark: string): readonly string[] {
  return count > 0 ? [paragraph(`${mark} … and ${count.toLocaleString("en")} more, all in the report's file.`)] : [];
}

function shardsTable(shards: readonly ShardReport[]): string {
  const rows = shards.map(({ shard, attempt, cancelled, came }) =>
    row("td", [{ code: shard }, `${attempt}`, `${cancelled ? "⚠️ cancelled: " : ""}${came}`]),
  );
  return table(rows, LARGEST / 4, row("th", ["Shard", "Attempt", "What it came to"]));
}

/** A table, cut to a size in bytes. */
function table(rows: readonly string[], size: number, head = HEAD): string {
  if (rows.length === 0) return "";
  let room = size;
  const end = rows.findIndex((html) => {
    room -= bytesOf(html);
    return room < 0;
  });
  const shown = end === -1 ? rows : rows.slice(0, end);
  const rest = more(rows.length - shown.length, "➕").join("");
  if (shown.length === 0) return rest;
  return `<table>\n${head}${shown.join("")}</table>${rest === "" ? "" : `\n${rest}`}`;
}

const bytesOf = (text: string) => Buffer.byteLength(text);
