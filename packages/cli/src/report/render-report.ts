import { describeUsage, headline, type Report, type TaskReport } from "@forgehand/tasks/report/report";
import { escapeText } from "../terminal/escape-text.ts";
import { type Cell, layOutTable, wrapLines } from "../terminal/table.ts";
import type { StyleFunction, Terminal } from "../terminal/terminal.ts";
import { type ReportRow, reportRows } from "./report-rows.ts";

/** Minimum width of a terminal for tables. In narrower ones, each target takes several lines. */
const MIN_TABLE_WIDTH = 100;

/** Renders a report for a terminal, or as plain lines of any length. */
export function renderReport(report: Report, terminal: Pick<Terminal, "style" | "columns">, listsAll: boolean): string {
  const { mode, tasks, cancelled, problems = [] } = report;
  const { style, columns } = terminal;
  const conclusion = `${tasks.length > 1 ? "All tasks: " : ""}${headline(report)} ${describeUsage(report)}`;
  const lines = [
    ...problems.map(({ target, problem }) => `${style("failed", "failed")}  ${escapeText(`${target}: ${problem}`)}`),
    ...tasks.flatMap((task) => [
      style("strong", escapeText(task.title)),
      ...indent(renderRows(reportRows(mode, task, listsAll), style, columns)),
      ...renderAdvice(task, style),
      ...(tasks.length > 1 ? [headline({ mode, tasks: [task] }), ""] : []),
    ]),
    ...wrapLines(conclusion, columns ?? Number.POSITIVE_INFINITY).map((line) => style("strong", line)),
    ...(cancelled ? [style("changed", "The run was cancelled. Run the command again to continue.")] : []),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

/** Renders the rows of a plan or a report, in a table if there is room for one. */
function renderRows(rows: readonly ReportRow[], style: StyleFunction, columns: number | undefined): readonly string[] {
  if (rows.length === 0) return [];
  const width = columns === undefined ? undefined : columns - INDENT.length;
  const table =
    width === undefined || width >= MIN_TABLE_WIDTH ? layOutTable(tableRows(rows, style), width) : undefined;
  return table ?? rows.flatMap((row) => stackedRow(row, style, width ?? MIN_TABLE_WIDTH));
}

function tableRows(rows: readonly ReportRow[], style: StyleFunction): readonly (readonly Cell[])[] {
  const muted = (text: string) => style("muted", text);
  const head = ["", "Target", "Change", "Before", "After"].map((text) => ({ text, style: muted }));
  const hasChanges = rows.some(({ what }) => what !== "");
  return [
    ...(hasChanges ? [head] : []),
    ...rows.flatMap((row): Cell[][] => {
      const { label, target, what, note, details = [] } = row;
      const labelCell = { text: label, style: (text: string) => style(row.style, text) };
      const [before, after] = [escapeLines(row.before), escapeLines(row.after)];
      const noteText = escapeText(note ?? "");
      if (what === "")
        return [[labelCell, { text: escapeText(target) }, { text: noteText, style: muted, isWide: true }]];
      const change = noteText === "" ? escapeText(what) : `${escapeText(what)}\n${noteText}`;
      return [
        [labelCell, { text: escapeText(target) }, { text: change }, { text: before }, { text: after }],
        ...details.map((detail) => [
          { text: "" },
          { text: "" },
          { text: escapeText(detail.label), style: muted },
          { text: escapeLines(detail.before) },
          { text: escapeLines(detail.after) },
        ]),
      ];
    }),
  ];
}

function stackedRow(row: ReportRow, style: StyleFunction, width: number): readonly string[] {
  const { label, target, what, before, after, note, details = [] } = row;
  const change = what === "" ? [] : [`${escapeText(what)}: ${escapeLines(before)} → ${escapeLines(after)}`];
  const more = [
    ...change,
    ...details.map(
      (detail) => `${escapeText(detail.label)}: ${escapeLines(detail.before)} → ${escapeLines(detail.after)}`,
    ),
    ...(note === undefined ? [] : [escapeText(note)]),
  ];
  const [first = "", ...rest] = wrapLines(escapeText(target), width - label.length - 2);
  return [
    `${style(row.style, label)}  ${first}`,
    ...rest.map((line) => `${INDENT}${line}`),
    ...more.flatMap((text) => indent(wrapLines(text, width - INDENT.length)).map((line) => style("muted", line))),
  ];
}

/** Renders text to copy. */
function renderAdvice({ plan }: TaskReport, style: StyleFunction): readonly string[] {
  return (plan.advice ?? []).flatMap(({ title, text }) => [
    style("strong", escapeText(title)),
    ...indent(text.split("\n").map(escapeText)),
  ]);
}

const INDENT = "  ";

const indent = (lines: readonly string[]) => lines.map((line) => (line === "" ? "" : `${INDENT}${line}`));

const escapeLines = (text: string) => text.split("\n").map(escapeText).join("\n");
