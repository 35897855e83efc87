import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { CHROMIUM, ensureChromium } from "../../../scripts/chromium.mjs";
import { loadBuiltEmulator } from "../action/load-built-emulator.ts";
import type { CaseOptions } from "../case-options.ts";
import { collectSamples, compareSamples, type Spread } from "../measure.ts";
import { type BenchResult, rowsResult } from "../result.ts";
import type { Budget, Row } from "../row.ts";
import { type ListsScenario, type ListsVisit, openListsVisitor } from "./lists-visit.ts";
import { ROWS } from "./pages.ts";
import { measureUnwatch } from "./unwatch.ts";
import { openVisitor, PAGES, type PageVisit, type Visitor, type VisitScenario } from "./visit.ts";

/** Folder of the built extension that is measured. */
const EXTENSION_FOLDER =
  process.env["FORGEHAND_EXTENSION"] ??
  fileURLToPath(new URL("../../../extension/.output/chrome-mv3", import.meta.url));

const ROUNDS = { rounds: 9, warmUps: 1 };

const VISIBLE_BUDGET = { must: 10, aim: 5 };
const LAST_STATE_BUDGET = { must: 20, aim: 10 };

/** Number of entries on the lists page. */
const LISTS_SIZE = 30_000;

const FIRST_ROW_BUDGET = { must: 1500, aim: 800 };
const DIALOG_BUDGET = { must: 500, aim: 200 };
const SEARCH_BUDGET = { must: 300, aim: 100 };

/** Measures load times, size and memory of the extension on pages, and its bulk work against the rate limits. */
export async function measureExtension(options: CaseOptions): Promise<BenchResult> {
  if (options.isQuick) return rowsResult([...sizes(), ...(await measureUnwatch())]);
  process.env[CHROMIUM.variable] ??= ensureChromium((line) => process.stderr.write(`${line}\n`));
  return rowsResult([
    ...sizes(),
    ...(await measureVisits(options.onProgress)),
    ...(await measureLists(options.onProgress)),
    ...(await measureUnwatch()),
  ]);
}

function sizes(): Row[] {
  const size = (script: string, budget: Budget = {}): Row => {
    const figure = gzipSync(readFileSync(join(EXTENSION_FOLDER, script)), { level: 9 }).length / 1000;
    return { case: "extension", name: `${script}, gzip`, unit: "kB", figure, steady: "exact", ...budget };
  };
  return [size("overlay.js", { must: 12, aim: 10 }), size("reviewers.js"), size("rows.js")];
}

async function measureVisits(onProgress: CaseOptions["onProgress"]): Promise<Row[]> {
  const startEmulator = await loadBuiltEmulator();
  const emulator = await startEmulator({});
  const visitor = await openVisitor(emulator);
  try {
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(PAGES))
      rows.push(...(await measureRepositoryPage(visitor, name, path, onProgress)));
    return [...rows, ...(await measureListPage(visitor, onProgress))];
  } finally {
    await visitor.close();
    await emulator.stop();
  }
}

/** Visits a page in several scenarios, round by round. */
function collectVisits<S extends VisitScenario>(
  visitor: Visitor,
  path: string,
  scenarios: readonly S[],
  onProgress: CaseOptions["onProgress"],
) {
  return collectSamples<S, PageVisit>(
    scenarios.map((scenario) => ({ name: scenario, cost: () => visitor.visit(path, scenario) })),
    { ...ROUNDS, onProgress: (round) => onProgress(`${path}, ${round}`) },
  );
}

async function measureRepositoryPage(
  visitor: Visitor,
  page: string,
  path: string,
  onProgress: CaseOptions["onProgress"],
): Promise<Row[]> {
  const samples = await collectVisits(visitor, path, ["first", "worker-stopped", "repeated", "no-account"], onProgress);
  const timingRow = (
    label: string,
    scenario: "first" | "worker-stopped" | "repeated",
    timeOf: (visit: PageVisit) => number,
    budget = {},
  ) => row(`${page}: DOMContentLoaded to ${label}`, "ms", compareSamples(samples, timeOf).of(scenario), budget);
  return [
    timingRow("visible", "first", ({ visible }) => visible, VISIBLE_BUDGET),
    timingRow("state shown, warm worker", "first", ({ state }) => state),
    timingRow("state shown, stopped worker", "worker-stopped", ({ state }) => state),
    timingRow("last state shown", "repeated", ({ state }) => state, LAST_STATE_BUDGET),
    timingRow("current state shown", "repeated", ({ currentState }) => currentState),
    ...overheadRows(page, samples, "first"),
  ];
}

async function measureListPage(visitor: Visitor, onProgress: CaseOptions["onProgress"]): Promise<Row[]> {
  const page = "a list of 1,000";
  const samples = await collectVisits(visitor, ROWS, ["first", "no-account"], onProgress);
  const rows = compareSamples(samples, (visit) => visit.row).of("first");
  return [row(`${page}: DOMContentLoaded to controls in rows`, "ms", rows), ...overheadRows(page, samples, "first")];
}

async function measureLists(onProgress: CaseOptions["onProgress"]): Promise<Row[]> {
  const startEmulator = await loadBuiltEmulator();
  const emulator = await startEmulator({});
  const visitor = await openListsVisitor(emulator, LISTS_SIZE);
  try {
    const scenarios = ["with-copy", "without-copy"] as const;
    const samples = await collectSamples<ListsScenario, ListsVisit>(
      scenarios.map((scenario) => ({ name: scenario, cost: () => visitor.visit(scenario) })),
      { ...ROUNDS, onProgress: (round) => onProgress(`lists page, ${round}`) },
    );
    const timingRow = (
      label: string,
      timeOf: (visit: ListsVisit) => number,
      budget: Budget = {},
      scenario: ListsScenario = "with-copy",
    ) => row(`lists page, 30,000 rows: ${label}`, "ms", compareSamples(samples, timeOf).of(scenario), budget);
    return [
      timingRow("first row", ({ firstRow }) => firstRow, FIRST_ROW_BUDGET),
      timingRow("first row, without a copy", ({ firstRow }) => firstRow, FIRST_ROW_BUDGET, "without-copy"),
      timingRow("all rows", ({ allRows }) => allRows),
      timingRow("all rows, without a copy", ({ allRows }) => allRows, {}, "without-copy"),
      timingRow("search", ({ search }) => search, SEARCH_BUDGET),
      timingRow("dialog", ({ dialog }) => dialog, DIALOG_BUDGET),
      timingRow("dialog's estimate", ({ estimate }) => estimate),
    ];
  } finally {
    await visitor.close();
    await emulator.stop();
  }
}

/** Rows for the cost of the extension, relative to visits without an account. */
function overheadRows(
  page: string,
  samples: ReadonlyMap<VisitScenario, readonly PageVisit[]>,
  scenario: VisitScenario,
): Row[] {
  const overhead = (figure: (visit: PageVisit) => number) =>
    compareSamples(samples, figure).difference(scenario, "no-account");
  return [
    row(
      `${page}: added long tasks`,
      "ms",
      overhead(({ longTasks }) => longTasks),
    ),
    row(
      `${page}: added work`,
      "ms",
      overhead(({ work }) => work),
    ),
    row(
      `${page}: added memory`,
      "MB",
      overhead(({ memory }) => memory),
    ),
  ];
}

function row(name: string, unit: Row["unit"], { median, low, high }: Spread, budget: Budget = {}): Row {
  return { case: "extension", name, unit, figure: median, low, high, ...budget };
}
