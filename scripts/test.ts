// Runs checks and tests one after the other; a failing step does not stop the others.
// `npm test` runs DEFAULT_SUITES. --full adds Firefox and the long form of each test; --busy runs the tests while four
// busy loops share the cores; --changed runs the tests related to the changes since a commit; --suite and --shard run a
// part.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type SelectedRun, selectChangedRuns } from "./test/changed.ts";
import { runStep, type StepOutcome } from "./test/run-step.ts";
import { slowestFiles } from "./test/slowest-files.ts";
import { DEFAULT_SUITES, isSuiteName, SUITES, type SuiteName, TEST_SUITES } from "./test/suites.ts";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const BUSY_LOOPS = 4;

function readOptions() {
  const { values } = parseArgs({
    options: {
      full: { type: "boolean", default: false },
      busy: { type: "boolean", default: false },
      changed: { type: "boolean", default: false },
      since: { type: "string" },
      suite: { type: "string", multiple: true },
      shard: { type: "string" },
    },
  });
  const unknown = values.suite?.find((name) => !isSuiteName(name));
  if (unknown !== undefined)
    throw new Error(`--suite must be one of ${Object.keys(SUITES).join(", ")}, got ${unknown}.`);
  if (values.since !== undefined && !values.changed) throw new Error("--since must come with --changed.");
  return { ...values, suites: values.suite?.filter(isSuiteName) };
}

function plannedRuns(options: ReturnType<typeof readOptions>): readonly SelectedRun[] {
  if (options.changed) {
    const { runs, notes } = selectChangedRuns(options.since);
    for (const note of notes) process.stdout.write(`${note}\n`);
    return runs;
  }
  const full: readonly SuiteName[] = options.full ? [...DEFAULT_SUITES, "firefox"] : DEFAULT_SUITES;
  const suites = options.suites ?? (options.busy ? TEST_SUITES : full);
  const vitestArgs = options.shard === undefined ? [] : [`--shard=${options.shard}`];
  return suites.flatMap((name) => SUITES[name].map((step) => ({ step, vitestArgs })));
}

function startBusyLoops(): () => void {
  const loop = fileURLToPath(new URL("test/busy-loop.mjs", import.meta.url));
  const children = Array.from({ length: BUSY_LOOPS }, () =>
    spawn(process.execPath, [loop, `${process.pid}`], { stdio: "ignore" }),
  );
  return () => {
    for (const child of children) child.kill();
  };
}

function printSummary(outcomes: readonly StepOutcome[]): void {
  const files = slowestFiles(outcomes.flatMap((outcome) => outcome.files));
  process.stdout.write(`\n${files}\n== summary ==\n`);
  for (const { name, passed, failed, seconds } of outcomes) {
    const counts = `${String(passed).padStart(4)} passed ${String(failed).padStart(3)} failed`;
    process.stdout.write(
      `${failed === 0 ? "✓" : "✗"} ${name.padEnd(16)}${counts}${seconds.toFixed(1).padStart(8)} s\n`,
    );
  }
  const total = (key: "passed" | "failed") => outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
  // Scripts read the last line.
  process.stdout.write(`${total("passed")} passed, ${total("failed")} failed\n`);
}

async function main(): Promise<void> {
  const options = readOptions();
  const reports = mkdtempSync(join(tmpdir(), "forgehand-test-"));
  const stopBusyLoops = options.busy ? startBusyLoops() : undefined;
  const env = {
    ...(options.full ? { FORGEHAND_FULL_TESTS: "1" } : {}),
    ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
  };
  try {
    const outcomes: StepOutcome[] = [];
    for (const { step, vitestArgs } of plannedRuns(options))
      outcomes.push(await runStep(step, { reports, vitestArgs, env }));
    printSummary(outcomes);
    process.exitCode = outcomes.every(({ failed }) => failed === 0) ? 0 : 1;
  } finally {
    stopBusyLoops?.();
    rmSync(reports, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`test: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
