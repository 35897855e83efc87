import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The action: its bundle, unless its sources are to be run, as for coverage. */
const MAIN = process.env["FORGEHAND_ACTION"] ?? fileURLToPath(new URL("../../action/dist/main.js", import.meta.url));

/** What a workflow step leaves behind. */
export interface StepResult {
  readonly exitCode: number | null;
  /** The log, with the runner's commands as they were printed. */
  readonly log: string;
  /** The job summary. */
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** What the file that the output `report` names held. */
  readonly report: string;
  /** What the log would show: the `::error::` lines. */
  readonly errors: readonly string[];
}

/** A step that runs. */
export interface RunningStep {
  /** For signals, as a runner sends them. */
  readonly child: ChildProcess;
  /** What it has logged so far. */
  readonly log: () => string;
  /** What it leaves behind, once it is over. */
  readonly done: Promise<StepResult>;
}

/** Runs the bundled action as a runner does: a child process, inputs as variables, files for outputs and summary. */
export function runStep(
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  return startStep(inputs, environment).done;
}

/** The same for a step that something happens to while it runs. */
export function startStep(
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): RunningStep {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-step-"));
  const file = (name: string) => {
    const path = join(folder, name);
    writeFileSync(path, "");
    return path;
  };
  const files = { output: file("output"), summary: file("summary"), env: file("env"), state: file("state") };
  const variables = Object.entries(inputs).map(([name, value]) => [
    `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`,
    value,
  ]);
  const coverage = process.env["NODE_V8_COVERAGE"];
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"],
      ...(coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage }),
      RUNNER_TEMP: folder,
      GITHUB_RUN_ID: "1",
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_ENV: files.env,
      GITHUB_STATE: files.state,
      ...Object.fromEntries(variables),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  const done = ended.then((exitCode) => {
    const outputs = readOutputs(readFileSync(files.output, "utf8"));
    const report = outputs["report"] === undefined ? "" : readFileSync(outputs["report"], "utf8");
    const errors = Array.from(log.matchAll(/^::error(?: [^:]*)?::(.*)$/gm), (match) =>
      decodeURIComponent(match[1] ?? ""),
    );
    const result = { exitCode, log, summary: readFileSync(files.summary, "utf8"), outputs, report, errors };
    rmSync(folder, { recursive: true, force: true });
    return result;
  });
  return { child, log: () => log, done };
}

/** Reads the runner's format: `name<<DELIMITER`, the value's lines, `DELIMITER`. */
function readOutputs(text: string): Record<string, string> {
  const entries = text.matchAll(/^(\S+)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm);
  return Object.fromEntries(Array.from(entries, (match) => [match[1] ?? "", match[3] ?? ""]));
}
