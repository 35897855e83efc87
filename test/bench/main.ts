// `npm run bench -- [NAME ...] [--json] [--quick]`: measures, and reports which budgets are kept. Without arguments it
// measures everything and writes the page. Only a failed measurement is an error; with --quick, a broken budget too.
import { fileURLToPath } from "node:url";
import { type BenchOptions, readArguments } from "./arguments.ts";
import { readBenchEnvironment } from "./bench-environment.ts";
import { CASE_NAMES, CASES, isCaseName } from "./cases.ts";
import { checkBudgets } from "./check-budgets.ts";
import { KNOWN_BROKEN_BUDGETS } from "./known-broken-budgets.ts";
import { SECTIONS } from "./page/sections.ts";
import { writePage } from "./page/write-page.ts";
import { createProgress } from "./progress.ts";
import { renderReport } from "./result.ts";
import type { Row } from "./row.ts";
import { runCases } from "./run-cases.ts";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));

const options = readArguments(process.argv.slice(2), CASE_NAMES);
if ("error" in options) {
  log(options.error);
  process.exitCode = 2;
} else {
  await run(options);
}

async function run({ names, json, quick, page }: BenchOptions): Promise<void> {
  const now = () => performance.now();
  const environment = readBenchEnvironment(new Date());
  const cases = names.filter(isCaseName).map((name) => [name, CASES[name]] as const);
  const progress = createProgress(process.stderr, now);
  const { measured, failed } = await runCases(cases, { isQuick: quick, progress, now });
  process.stdout.write(`${renderReport(measured, { json })}\n`);
  if (quick) logBudgets(measured.flatMap((result) => result.rows));
  if (failed.length > 0) {
    log(`${failed.join(", ")} could not be measured${page ? "; the page was not written" : ""}`);
    process.exitCode = 1;
  } else if (page) {
    writePage(DOCS, { sections: SECTIONS, measured, known: KNOWN_BROKEN_BUDGETS, environment });
    log("wrote docs/benchmarks.md and docs/plots/");
  }
}

function logBudgets(rows: readonly Row[]): void {
  const { failures, known } = checkBudgets(rows, KNOWN_BROKEN_BUDGETS);
  for (const line of known) log(`known to be broken: ${line}`);
  for (const line of failures) log(`broken: ${line}`);
  if (failures.length > 0) process.exitCode = 1;
}

function log(line: string): void {
  process.stderr.write(`bench: ${line}\n`);
}
