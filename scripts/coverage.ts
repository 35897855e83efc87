// Measures line coverage of core, the tasks, the action and the extension's worker: `npm run coverage`. Prints a table and writes
// a report to coverage/.
// Workflow steps run the action's sources instead of the bundle, so that lines are attributed to source files.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/** Minimum line coverage of each folder, in percent. */
const MINIMUM_PERCENT = 95;
const FOLDERS = ["packages/core/src", "packages/tasks/src", "action/src", "extension/worker"];
const TEST_PATHS = ["packages/core/", "packages/tasks/", "action/", "extension/worker/", "test/workflow/"];
const REPORT = "coverage";

const OPTIONS = [
  "enabled",
  // Each step of a workflow runs in its own process.
  "autoAttachSubprocess",
  `reportsDirectory=${REPORT}`,
  ...FOLDERS.map((folder) => `include=${folder}/**/*.ts`),
  ...["test", "fixture"].map((kind) => `exclude=**/*.${kind}.ts`),
  ...["html", "lcovonly", "json-summary"].map((reporter) => `reporter=${reporter}`),
];

const CoverageSummary = z.record(z.string(), z.object({ lines: z.object({ total: z.number(), covered: z.number() }) }));

function runTests(): Promise<number | null> {
  const args = [
    "run",
    "--project=unit",
    "--project=workflow",
    "--reporter=./scripts/test/suite-reporter.ts",
    ...TEST_PATHS,
  ];
  return new Promise((resolve, reject) => {
    spawn("node_modules/.bin/vitest", [...args, ...OPTIONS.map((option) => `--coverage.${option}`)], {
      env: { ...process.env, FORGEHAND_ACTION: fileURLToPath(new URL("../action/src/main.ts", import.meta.url)) },
      stdio: ["ignore", "inherit", "inherit"],
    })
      .on("error", reject)
      .on("close", resolve);
  });
}

function readFolders() {
  const files = Object.entries(
    z.parse(CoverageSummary, JSON.parse(readFileSync(`${REPORT}/coverage-summary.json`, "utf8"))),
  );
  return FOLDERS.map((folder) => {
    const lineCounts = files
      .filter(([file]) => relative(".", file).startsWith(`${folder}/`))
      .map(([, { lines }]) => lines);
    const total = lineCounts.reduce((sum, lines) => sum + lines.total, 0);
    const covered = lineCounts.reduce((sum, lines) => sum + lines.covered, 0);
    // Rounds down, so that a value below the minimum is not shown as reaching it.
    return { folder, total, percent: Math.floor((1000 * covered) / total) / 10 };
  });
}

const row = (...[name = "", ...numbers]: string[]) =>
  `| ${name.padEnd(17)} | ${numbers.map((number) => number.padStart(12)).join(" | ")} |\n`;

/**
 * Prints the table.
 * @returns whether each folder reaches the minimum
 */
function report(): boolean {
  const folders = readFolders();
  const rows = folders.map(({ folder, total, percent }) =>
    row(folder, `${total}`, `${percent} %`, `${MINIMUM_PERCENT} %`),
  );
  const table = [row("folder", "lines", "covered", "minimum"), "|---|--:|--:|--:|\n", ...rows].join("");
  process.stdout.write(`\n${table}\nDetails: ${REPORT}/index.html\n`);
  const summary = process.env["GITHUB_STEP_SUMMARY"];
  if (summary !== undefined) appendFileSync(summary, table);
  return folders.every(({ percent }) => percent >= MINIMUM_PERCENT);
}

// Skips the report if a test failed.
process.exitCode = (await runTests()) === 0 && report() ? 0 : 1;
