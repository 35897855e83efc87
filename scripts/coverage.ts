// How many lines of core, of the action and of the extension's worker are run by tests: `npm run coverage`. A table, and a
// report in coverage/. Steps run the action's sources then, in place of the bundle: lines are counted where they are written.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/** The least of each folder's lines, in percent. */
const LEAST = 95;
const FOLDERS = ["packages/core/src", "action/src", "extension/worker"];
const TESTS = ["packages/core/", "action/", "extension/worker/", "test/workflow/"];
const REPORT = "coverage";

const OPTIONS = [
  "enabled",
  // Each step of a workflow is a process of its own.
  "autoAttachSubprocess",
  `reportsDirectory=${REPORT}`,
  ...FOLDERS.map((folder) => `include=${folder}/**/*.ts`),
  ...["test", "fixture"].map((kind) => `exclude=**/*.${kind}.ts`),
  ...["html", "lcovonly", "json-summary"].map((reporter) => `reporter=${reporter}`),
];

const Summary = z.record(z.string(), z.object({ lines: z.object({ total: z.number(), covered: z.number() }) }));

function runTests(): Promise<number | null> {
  const args = ["run", "--project=unit", "--project=workflow", "--reporter=./scripts/test/suite-reporter.ts", ...TESTS];
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
  const files = Object.entries(z.parse(Summary, JSON.parse(readFileSync(`${REPORT}/coverage-summary.json`, "utf8"))));
  return FOLDERS.map((folder) => {
    const inside = files.filter(([file]) => relative(".", file).startsWith(`${folder}/`)).map(([, { lines }]) => lines);
    const total = inside.reduce((sum, lines) => sum + lines.total, 0);
    const covered = inside.reduce((sum, lines) => sum + lines.covered, 0);
    // Rounded down: less than enough must not look like enough.
    return { folder, total, percent: Math.floor((1000 * covered) / total) / 10 };
  });
}

const row = (...[name = "", ...numbers]: string[]) =>
  `| ${name.padEnd(17)} | ${numbers.map((number) => number.padStart(12)).join(" | ")} |\n`;

/** @returns whether each folder has enough */
function report(): boolean {
  const folders = readFolders();
  const rows = folders.map(({ folder, total, percent }) => row(folder, `${total}`, `${percent} %`, `${LEAST} %`));
  const table = [row("folder", "lines", "run by tests", "at least"), "|---|--:|--:|--:|\n", ...rows].join("");
  process.stdout.write(`\n${table}\nWhich lines they are: ${REPORT}/index.html\n`);
  const summary = process.env["GITHUB_STEP_SUMMARY"];
  if (summary !== undefined) appendFileSync(summary, table);
  return folders.every(({ percent }) => percent >= LEAST);
}

// Where a test fails nothing is counted.
process.exitCode = (await runTests()) === 0 && report() ? 0 : 1;
