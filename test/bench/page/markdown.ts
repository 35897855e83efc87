import type { CaseName, CaseResult } from "../cases.ts";
import type { Facts } from "../facts.ts";
import { type Known, recordOf, told } from "../judgement.ts";
import { clock } from "../progress.ts";
import { type Row, verdictOf } from "../row.ts";
import { quartilesOf, withUnit, written } from "../table.ts";
import type { Section } from "./sections.ts";

type Measured = PageContent["measured"][number];

/** All that the page tells. */
export interface PageContent {
  readonly sections: Readonly<Record<CaseName, Section>>;
  readonly measured: readonly Pick<CaseResult, "name" | "rows" | "milliseconds">[];
  readonly known: readonly Known[];
  readonly facts: Facts;
}

const COMMAND = "npm run bench";

/** The page. The same content always makes the same page. */
export function renderPage({ sections, measured, known, facts }: PageContent): string {
  const rows = measured.flatMap((one) => one.rows);
  const blocks = [
    "# Benchmarks",
    `<!-- Made by \`${COMMAND}\`. -->`,
    `What Forgehand costs and how it fares beside others. One run of \`${COMMAND}\` has measured all of this and written ` +
      `this page (${facts.date}, ${totalTime(measured)}).`,
    ...summary(rows, known),
    ...HOW_TO_READ,
    ...origin(facts),
    ...Object.entries(sections).flatMap(([name, section]) =>
      measured.filter((one) => one.name === name).flatMap((one) => renderSection(section, one, known)),
    ),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function totalTime(measured: readonly Measured[]): string {
  return `${clock(measured.reduce((sum, { milliseconds }) => sum + milliseconds, 0))} minutes`;
}

const HOW_TO_READ = [
  "## How to read it",
  [
    "- `must` is what a figure is held to, `aim` is where the best would be. CI fails where a `must` is broken by more than",
    "  its noise (`npm run bench -- --quick`).",
    "- Where several rounds were measured, the figure is their median, with its quartiles. What is compared takes turns in each",
    "  round, so that whatever else the machine does disturbs all alike.",
    "- `x` is a ratio; kB are 1000 bytes.",
    "- Times by the clock (ms, s) and what is done in a second are of this machine, and of what else it did. CPU ratios",
    "  stray far less; sizes, and time that is virtual, not at all.",
    `- \`${COMMAND}\` alone writes this page. With the name of a case, with \`--json\` or with \`--quick\` it writes nothing.`,
  ].join("\n"),
] as const;

function summary(rows: readonly Row[], known: readonly Known[]): string[] {
  const count = (...verdicts: (string | undefined)[]) => rows.filter((row) => verdicts.includes(verdictOf(row))).length;
  const [met, kept] = [count("aim met"), count("holds")];
  const broken = rows.filter(isBroken);
  const budgets = `${met + kept + broken.length} budgets: ${met} aims met, ${kept} hold, ${broken.length} broken.`;
  if (broken.length === 0) return [`**${budgets}**`];
  return [`**${budgets}** Broken are:`, broken.map((row) => `- ${brokenInWords(row, known)}`).join("\n")];
}

function isBroken(row: Row): boolean {
  return ["over", "under"].includes(verdictOf(row) ?? "");
}

function brokenInWords(row: Row, known: readonly Known[]): string {
  const record = recordOf(row, known);
  return cell(`${told(row)}.${record ? ` Known: ${record.reason}` : ""}`);
}

function origin({ commit, machine, versions }: Facts): string[] {
  return [
    "## Machine and versions",
    table(["", ""], [...machine, ...(commit === undefined ? [] : [["Commit", commit]])]),
    `Versions: ${versions.map(([name, version]) => `${name} ${version}`).join(", ")}.`,
  ];
}

function renderSection(
  { title, about, plots }: Section,
  { name, rows, milliseconds }: Measured,
  known: readonly Known[],
) {
  const budgets = rows.filter((row) => verdictOf(row) !== undefined);
  const isBeside = (row: Row) => budgets.some((budget) => budget.name === row.beside);
  const others = rows.filter((row) => !budgets.includes(row) && !isBeside(row));
  return [
    `## ${title}`,
    ...about,
    `\`${COMMAND} -- ${name}\` measures this alone (here: ${clock(milliseconds)} minutes).`,
    ...plots.map((plot) => `![${plot.title}. ${plot.about}](plots/${plot.file}.svg)`),
    ...(budgets.length === 0 ? [] : [budgetTable(budgets, rows, known)]),
    ...(others.length === 0 ? [] : [folded("Other figures", otherTable(others))]),
  ];
}

function budgetTable(budgets: readonly Row[], rows: readonly Row[], known: readonly Known[]): string {
  const beside = ({ name }: Row) => rows.filter((row) => row.beside === name && verdictOf(row) === undefined);
  // A column that has nothing to say is left out.
  const hasPeers = budgets.some((row) => beside(row).length > 0);
  const hasQuartiles = budgets.some((row) => quartilesOf(row) !== "");
  const columns: [title: string, of: (row: Row) => string][] = [
    ["", (row) => row.name],
    ["ours", (row) => withNote(row)],
    ...(hasQuartiles ? [["quartiles", quartilesOf] satisfies (typeof columns)[number]] : []),
    ["must", ({ must, ...row }) => (must === undefined ? "" : written(must, row))],
    ["aim", ({ aim, ...row }) => (aim === undefined ? "" : written(aim, row))],
    ["verdict", (row) => verdictInWords(row, known)],
    ...(hasPeers ? [["others", (row) => beside(row).map(peer).join(", ")] satisfies (typeof columns)[number]] : []),
  ];
  return table(
    columns.map(([title]) => title),
    budgets.map((row) => columns.map(([, of]) => of(row))),
  );
}

function verdictInWords(row: Row, known: readonly Known[]): string {
  if (!isBroken(row)) return verdictOf(row) ?? "";
  return recordOf(row, known) ? "**broken**, known" : "**broken**";
}

function peer(row: Row): string {
  const quartiles = quartilesOf(row);
  const details = [quartiles, row.note ?? ""].filter((detail) => detail !== "");
  return `${row.who ?? row.name} ${withUnit(row)}${details.length === 0 ? "" : ` (${details.join("; ")})`}`;
}

function withNote(row: Row): string {
  return row.note === undefined ? withUnit(row) : `${withUnit(row)} (${row.note})`;
}

function otherTable(rows: readonly Row[]): string {
  return table(
    ["", "figure", "quartiles"],
    rows.map((row) => [row.name, withNote(row), quartilesOf(row)]),
  );
}

/** There for who wants it, out of the way for who doesn't. */
function folded(title: string, content: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`;
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map((_, index) => (index === 0 ? "---" : "--:")).join("|")}|`, ...lines.map(line)].join(
    "\n",
  );
}

/** A text that neither a table nor what draws pages takes for markup. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("{{", "{&#123;");
}
