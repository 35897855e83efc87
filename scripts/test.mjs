// Everything that must hold, one step after the other; all of them run, whatever fails. The last line counts.
// With --full also what takes a second browser.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), "forgehand-test-"));

/** @typedef {{ name: string, passed: number, failed: number, seconds: number }} Outcome */

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, seconds: number }>}
 */
async function run(name, command, args) {
  process.stdout.write(`\n== ${name} ==\n`);
  const start = performance.now();
  const code = await new Promise((resolve, reject) => {
    spawn(join("node_modules/.bin", command), args, { stdio: ["ignore", "inherit", "inherit"] })
      .on("error", reject)
      .on("close", resolve);
  });
  return { ok: code === 0, seconds: (performance.now() - start) / 1000 };
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
async function check(name, command, args) {
  const { ok, seconds } = await run(name, command, args);
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds };
}

/**
 * @param {string} name
 * @param {string} project
 * @returns {Promise<Outcome>}
 */
async function tests(name, project) {
  const report = join(reports, `${project}.json`);
  const { ok, seconds } = await run(name, "vitest", [
    ...["run", "--project", project, "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
  ]);
  /** @type {{ numPassedTests: number, numFailedTests: number, numTotalTests: number }} */
  let counts = { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0 };
  try {
    counts = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    // No report: the run itself broke, which is counted as a failure below.
  }
  // A file that can't be loaded fails the run without failing a test; a run without tests proves nothing.
  const broken = (!ok && counts.numFailedTests === 0) || counts.numTotalTests === 0;
  return { name, passed: counts.numPassedTests, failed: counts.numFailedTests + (broken ? 1 : 0), seconds };
}

const outcomes = [
  await check("format and lint", "biome", ["ci", "."]),
  await check("types", "tsc", []),
  await check("quality", "node", ["scripts/quality.ts"]),
  await tests("unit tests", "unit"),
  await tests("workflow tests", "workflow"),
  await tests("consumer tests", "consumers"),
  await tests("browser tests", "browser"),
  ...(process.argv.includes("--full") ? [await tests("Firefox tests", "firefox")] : []),
];
rmSync(reports, { recursive: true, force: true });

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
process.stdout.write("\n== summary ==\n");
for (const outcome of outcomes) {
  const mark = outcome.failed === 0 ? "✓" : "✗";
  const counts = `${String(outcome.passed).padStart(4)} passed ${String(outcome.failed).padStart(3)} failed`;
  process.stdout.write(`${mark} ${outcome.name.padEnd(16)}${counts}${outcome.seconds.toFixed(1).padStart(8)} s\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
