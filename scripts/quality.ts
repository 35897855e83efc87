// Runs the project-wide checks other than format, types and tests. All of them run even if one fails; the output of
// failing checks is printed.
// `--online` adds the checks that need a network.
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { forEachConcurrently } from "@forgehand/core/internal";
import { CHECKS, type QualityCheck } from "./quality/checks.ts";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const PATH = `${fileURLToPath(new URL("../node_modules/.bin", import.meta.url))}${delimiter}${process.env["PATH"] ?? ""}`;

/**
 * Runs one check, and prints its output if it fails or is a report.
 * @returns whether it passed
 */
function runCheck({ name, command, isReport }: QualityCheck): Promise<boolean> {
  const [program = "", ...args] = command.split(" ");
  return new Promise((resolve) => {
    const options = { env: { ...process.env, PATH, NO_COLOR: "1" }, maxBuffer: Number.POSITIVE_INFINITY };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error || isReport)
        process.stdout.write(`== ${name} ==\n${stdout}${stderr}${error?.code === "ENOENT" ? error : ""}\n`);
      resolve(error === null);
    });
  });
}

/**
 * Runs checks concurrently.
 * @returns whether all passed
 */
async function runChecks(checks: readonly QualityCheck[]): Promise<boolean> {
  const start = performance.now();
  const failedChecks: string[] = [];
  await forEachConcurrently(checks, availableParallelism(), async (check) => {
    if (!(await runCheck(check))) failedChecks.push(check.name);
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const failedNames = failedChecks.length === 0 ? "" : ` (${failedChecks.join(", ")})`;
  const passed = checks.length - failedChecks.length;
  process.stdout.write(`quality: ${passed} passed, ${failedChecks.length} failed${failedNames} in ${seconds} s\n`);
  return failedChecks.length === 0;
}

const [unknownFlag] = process.argv.slice(2).filter((argument) => argument !== "--online");
if (unknownFlag === undefined) {
  const isOnline = process.argv.includes("--online");
  process.exitCode = (await runChecks(CHECKS.filter(({ needsNetwork }) => isOnline || !needsNetwork))) ? 0 : 1;
} else {
  process.stderr.write(
    `quality: the flag must be --online, got ${unknownFlag}. It adds the checks that need a network.\n`,
  );
  process.exitCode = 2;
}
