import type { BenchEnvironment } from "../bench-environment.ts";
import type { CaseName, CaseResult } from "../cases.ts";
import { describeRow, findKnownBroken, type KnownBrokenBudget } from "../check-budgets.ts";
import { formatDuration } from "../progress.ts";
import { type Row, verdictOf } from "../row.ts";
import { formatFigure, formatQuartiles, formatWithUnit } from "../table.ts";
import type { Section } from "./sections.ts";

type MeasuredCase = PageContent["measured"][number];

/** Content of the benchmarks page. */
export interface PageContent {
  readonly sections: Readonly<Record<CaseName, Section>>;
  readonly measured: readonly Pick<CaseResult, "name" | "rows" | "milliseconds">[];
  readonly known: readonly KnownBrokenBudget[];
  readonly environment: BenchEnvironment;
}

const COMMAND = "npm run bench";

/** Renders the page. The same content always results in the same page. */
export function renderPage({ sections, measured, known, environment }: PageContent): string {
  const rows = measured.flatMap((measuredCase) => measuredCase.rows);
  const blocks = [
    "# Benchmarks",
    `<!-- Made by \`${COMMAND}\`. -->`,
    `Forgehand's costs, and how it compares with alternatives. One run of \`${COMMAND}\` measured everything and wrote ` +
      `this page (${environment.date}, ${totalTime(measured)}).`,
    ...summary(rows, known),
    ...HOW_TO_READ,
    ...renderEnvironment(environment),
    ...Object.entries(sections).flatMap(([name, section]) =>
      measured
        .filter((measuredCase) => measuredCase.name === name)
        .flatMap((measuredCase) => renderSection(section, measuredCase, known)),
    ),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function totalTime(measured: readonly MeasuredCase[]): string {
  return `${formatDuration(measured.reduce((sum, { milliseconds }) => sum + milliseconds, 0))} minutes`;
}

const HOW_TO_READ = [
  "## How to read it",
  [
    "- `must` is the budget of a figure, `aim` is its target. CI fails if a figure misses its `must` by more than",
    "  its noise (`npm run bench -- --quick`).",
    "- If several rounds were measured, the figure is their median, with its quartiles. Compared candidates take turns in each",
    "  round, so that other load on the machine affects all of them equally.",
    "- `x` is a ratio; kB are 1000 bytes.",
    "- Wall-clock times (ms, s) and rates per second depend on this machine and its load. CPU ratios",
    "  vary far less; sizes and virtual times don't vary at all.",
    `- \`${COMMAND}\` without arguments writes this page. With a case name, \`--json\` or \`--quick\` it writes nothing.`,
  ].join("\n"),
] as const;

function summary(rows: readonly Row[], known: readonly KnownBrokenBudget[]): string[] {
  const count = (verdict: string) => rows.filter((row) => verdictOf(row) === verdict).length;
  const [met, kept] = [count("aim met"), count("holds")];
  const broken = rows.filter(isBroken);
  const budgets = `${met + kept + broken.length} budgets: ${met} aims met, ${kept} hold, ${broken.length} broken.`;
  if (broken.length === 0) return [`**${budgets}**`];
  const lines = broken.map((row) => {
    const record = findKnownBroken(row, known);
    return `- ${escapeCell(`${describeRow(row)}.${record ? ` Known: ${record.reason}` : ""}`)}`;
  });
  return [`**${budgets}** Broken budgets:`, lines.join("\n")];
}

function isBroken(row: Row): boolean {
  return ["over", "under"].includes(verdictOf(row) ?? "");
}

function renderEnvironment({ commit, machine, versions }: BenchEnvironment): string[] {
  return [
    "## Machine and versions",
    table(["", ""], [...machine, ...(commit === undefined ? [] : [["Commit", commit]])]),
    `Versions: ${versions.map(([name, version]) => `${name} ${version}`).join(", ")}.`,
  ];
}

function renderSection(
  { title, paragraphs, plots }: Section,
  { name, rows, milliseconds }: MeasuredCase,
  known: readonly KnownBrokenBudget[],
) {
  const budgets = rows.filter((row) => verdictOf(row) !== undefined);
  const isComparedWithBudget = (row: Row) => budgets.some((budget) => budget.name === row.comparedWith);
  const others = rows.filter((row) => !budgets.includes(row) && !isComparedWithBudget(row));
  return [
    `## ${title}`,
    ...paragraphs,
    `\`${COMMAND} -- ${name}\` runs only this case (here: ${formatDuration(milliseconds)} minutes).`,
    ...plots.map((plot) => `![${plot.title}. ${plot.description}](plots/${plot.file}.svg)`),
    ...(budgets.length === 0 ? [] : [budgetTable(budgets, rows, known)]),
    ...(others.length === 0 ? [] : [renderDetails("Other figures", otherTable(others))]),
  ];
}

function budgetTable(budgets: readonly Row[], rows: readonly Row[], known: readonly KnownBrokenBudget[]): string {
  const comparedRows = ({ name }: Row) =>
    rows.filter((row) => row.comparedWith === name && verdictOf(row) === undefined);
  const show = (value: number | undefined, row: Row) => (value === undefined ? "" : formatFigure(value, row));
  const columns: readonly (readonly [title: string, cellOf: (row: Row) => string])[] = [
    ["", (row) => row.name],
    ["ours", withNote],
    ["quartiles", formatQuartiles],
    ["must", (row) => show(row.must, row)],
    ["aim", (row) => show(row.aim, row)],
    ["verdict", (row) => describeVerdict(row, known)],
    ["others", (row) => comparedRows(row).map(describePeer).join(", ")],
  ];
  // Empty columns of optional details are left out.
  const shown = columns.filter(
    ([title, cellOf]) => !["quartiles", "others"].includes(title) || budgets.some((row) => cellOf(row) !== ""),
  );
  return table(
    shown.map(([title]) => title),
    budgets.map((row) => shown.map(([, cellOf]) => cellOf(row))),
  );
}

function describeVerdict(row: Row, known: readonly KnownBrokenBudget[]): string {
  if (!isBroken(row)) return verdictOf(row) ?? "";
  return findKnownBroken(row, known) ? "**broken**, known" : "**broken**";
}

function describePeer(row: Row): string {
  const details = [formatQuartiles(row), row.note ?? ""].filter((detail) => detail !== "").join("; ");
  return `${row.implementation ?? row.name} ${formatWithUnit(row)}${details === "" ? "" : ` (${details})`}`;
}

function withNote(row: Row): string {
  return row.note === undefined ? formatWithUnit(row) : `${formatWithUnit(row)} (${row.note})`;
}

function otherTable(rows: readonly Row[]): string {
  return table(
    ["", "figure", "quartiles"],
    rows.map((row) => [row.name, withNote(row), formatQuartiles(row)]),
  );
}

/** A collapsed section. */
function renderDetails(title: string, content: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`;
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`;
  return [line(head), `|${head.map((_, index) => (index === 0 ? "---" : "--:")).join("|")}|`, ...lines.map(line)].join(
    "\n",
  );
}

/** Escapes text so that neither Markdown tables nor the site's templates interpret it as markup. */
function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("{{", "{&#123;");
}
