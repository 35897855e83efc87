import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { REPORT_VARIABLE, readReport } from "./run-report.ts";
import type { FileDuration } from "./slowest-files.ts";
import type { Step } from "./suites.ts";

export interface StepOutcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** Wall time. */
  readonly seconds: number;
  /** Durations of the test files; empty for a check. */
  readonly files: readonly FileDuration[];
}

export interface StepOptions {
  /** Folder for reports. */
  readonly reports: string;
  /** Additional arguments for vitest. */
  readonly vitestArgs?: readonly string[];
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Exit {
  readonly ok: boolean;
  readonly seconds: number;
  /** Captured output. */
  readonly output: string;
}

/**
 * Runs a program of node_modules/.bin.
 * @param output `inherit` prints it as it comes, `capture` collects it
 */
function run(
  program: string,
  args: readonly string[],
  { env = {}, output }: { readonly env: StepOptions["env"]; readonly output: "inherit" | "capture" },
): Promise<Exit> {
  const start = performance.now();
  const stdio = output === "inherit" ? "inherit" : "pipe";
  return new Promise((resolve, reject) => {
    const child = spawn(join("node_modules/.bin", program), args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", stdio, stdio],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    child.on("error", reject).on("close", (code) => {
      // Some tools print colors despite NO_COLOR.
      const plain = stripVTControlCharacters(text);
      resolve({ ok: code === 0, seconds: (performance.now() - start) / 1000, output: plain });
    });
  });
}

/** Runs one step and prints its output. */
export async function runStep(step: Step, { reports, vitestArgs = [], env }: StepOptions): Promise<StepOutcome> {
  const { isTTY } = process.stdout;
  if (isTTY) process.stdout.write(`\n== ${step.name} ==\n`);
  if (step.kind === "check") {
    const [program, ...args] = step.command;
    const { ok, seconds, output } = await run(program, args, { env, output: isTTY ? "inherit" : "capture" });
    if (!isTTY) process.stdout.write(`${ok ? "" : output}${ok ? "✓" : "✗"} ${step.name} in ${seconds.toFixed(1)} s\n`);
    return { name: step.name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds, files: [] };
  }
  const file = join(reports, `${step.project}.json`);
  const reporters = [...(isTTY ? ["default"] : ["./scripts/test/suite-reporter.ts"]), "./scripts/test/run-reporter.ts"];
  const { ok, seconds } = await run(
    "vitest",
    ["run", "--project", step.project, ...reporters.map((reporter) => `--reporter=${reporter}`), ...vitestArgs],
    { env: { ...env, [REPORT_VARIABLE]: file }, output: "inherit" },
  );
  const { passed, failed, files } = readReport(file) ?? { passed: 0, failed: 0, files: [] };
  // A file that cannot be loaded fails the run without failing a test. A run without tests counts as failed.
  const isBroken = (!ok && failed === 0) || (ok && passed === 0);
  return { name: step.name, passed, failed: failed + (isBroken ? 1 : 0), seconds, files };
}
