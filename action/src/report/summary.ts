import { summary } from "@actions/core";
import type { Log } from "../log.ts";
import { oneLine, problemOf } from "../problem.ts";
import type { Environment } from "../settings/inputs.ts";
import type { Change } from "../task.ts";
import { headline, type Report, type TaskReport } from "./report.ts";

/** Bytes that a step's summary may have: the runner refuses one over 1 MiB. */
const LARGEST = 1024 * 1024 - 4096;

/** Writes a run into the job summary: what it came to, and a table with a row a target for each task. */
export function writeSummary(report: Report, environment: Environment, log: Log): Promise<void> {
  return write(renderSummary(report), environment, log);
}

/** Writes a failure that left nothing to report into the job summary. */
export function writeFailure(problem: string, environment: Environment, log: Log): Promise<void> {
  return write(`<h2>Forgehand</h2>\n${paragraph(`❌ ${problem}`)}`, environment, log);
}

/** The summary's HTML, cut to what the runner takes. */
export function renderSummary(report: Report): string {
  let html = report.cancelled ? paragraph("⚠️ The run was cancelled; it can be run again.") : "";
  for (const task of report.tasks) {
    const { title, plan, failures } = task;
    html += [
      `<h2>${escapeHtml(title)}</h2>`,
      paragraph(headline({ mode: report.mode, tasks: [task] })),
      ...failures.map(({ target, problem }) => paragraph(`❌ ${target}: ${problem}`)),
      ...plan.notes.map((note) => paragraph(`⚠️ ${note}`)),
    ].join("\n");
    html += table(report, task, LARGEST - Buffer.byteLength(html));
  }
  return html;
}

/** The targets as a table, cut to a size in bytes. */
function table({ mode }: Report, { plan, outcomes }: TaskReport, size: number): string {
  const ends = new Map(outcomes.map((outcome) => [outcome.change, outcome]));
  const marks = {
    changed: "✅ done",
    failed: "❌ failed",
    unknown: "❓ unknown",
    "not begun": "➖ not begun",
  } as const;
  const state = (change: Change) => {
    if (mode !== "apply") return mode === "check" ? "✏️ drift" : "✏️ planned";
    const end = ends.get(change);
    if (!end) return marks["not begun"];
    return end.note === undefined ? marks[end.end] : `${marks[end.end].slice(0, 2).trim()} ${end.note}`;
  };
  const rows = [
    ...plan.changes.map((change) => [change.target, change.what, change.before, change.after, state(change)]),
    ...plan.skipped.map(({ target, why }) => [target, "nothing", "", "", `➖ ${why}`]),
  ].map((cells) => row("td", cells));
  if (rows.length === 0) return "";
  const head = row("th", ["Target", "Change", "Before", "After", "Outcome"]);
  let room = size - Buffer.byteLength(head) - 200;
  const shown = rows.filter((text) => {
    room -= Buffer.byteLength(text);
    return room > 0;
  });
  const rest = rows.length - shown.length;
  return `\n<table>${head}${shown.join("")}</table>${rest ? `\n${paragraph(`${rest} more are in the report's file.`)}` : ""}`;
}

function row(tag: "td" | "th", cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
}

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

/** Text as text. A summary is HTML throughout: within it, without an empty line, nothing is read as Markdown either. */
function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return oneLine(text).replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

async function write(html: string, environment: Environment, log: Log): Promise<void> {
  // Outside a job there is no summary to write to.
  if (!environment["GITHUB_STEP_SUMMARY"]) return;
  try {
    await summary.addRaw(html, true).write();
  } catch (error) {
    log.warning(`The job summary could not be written: ${problemOf(error)}`);
  }
}
