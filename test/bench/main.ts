// `npm run bench -- [NAME ...] [--json] [--quick]`: measures, and says which budgets hold. Without any of these it measures
// all and writes the page. It reports: only measuring that fails is an error; with --quick, a broken budget too.
import { fileURLToPath } from "node:url";
import { readArguments, type Wanted } from "./arguments.ts";
import { CASE_NAMES, CASES, isCaseName } from "./cases.ts";
import { readFacts } from "./facts.ts";
import { judge } from "./judgement.ts";
import { KNOWN } from "./known.ts";
import { SECTIONS } from "./page/sections.ts";
import { writePage } from "./page/write.ts";
import { createProgress } from "./progress.ts";
import { report } from "./result.ts";
import type { Row } from "./row.ts";
import { runCases } from "./run-cases.ts";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));

const wanted = readArguments(process.argv.slice(2), CASE_NAMES);
if ("wrong" in wanted) {
  say(wanted.wrong);
  process.exitCode = 2;
} else {
  await run(wanted);
}

async function run({ names, json, quick, page }: Wanted): Promise<void> {
  const now = () => performance.now();
  const facts = readFacts(new Date());
  const cases = names.filter(isCaseName).map((name) => [name, CASES[name]] as const);
  const progress = createProgress(process.stderr, now);
  const { measured, failed } = await runCases(cases, { isQuick: quick, progress, now });
  process.stdout.write(`${report(measured, { json })}\n`);
  if (quick) sayJudgement(measured.flatMap((result) => result.rows));
  if (failed.length > 0) {
    say(`${failed.join(", ")} could not be measured${page ? "; the page is not written" : ""}`);
    process.exitCode = 1;
  } else if (page) {
    writePage(DOCS, { sections: SECTIONS, measured, known: KNOWN, facts });
    say("docs/benchmarks.md and docs/plots/ are written");
  }
}

function sayJudgement(rows: readonly Row[]): void {
  const { failures, known } = judge(rows, KNOWN);
  for (const line of known) say(`known to be broken: ${line}`);
  for (const line of failures) say(`broken: ${line}`);
  if (failures.length > 0) process.exitCode = 1;
}

function say(line: string): void {
  process.stderr.write(`bench: ${line}\n`);
}
