import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Emulator } from "@forgehand/emulator";
import { COMPILE_CACHE } from "../service/process.ts";
import { emulatorOf } from "./inputs.ts";

/** The action: its bundle, unless its sources are to be run, as for coverage. */
const MAIN = process.env["FORGEHAND_ACTION"] ?? fileURLToPath(new URL("../../action/dist/main.js", import.meta.url));

/** Makes the process's clock skip time in which it waits for nothing but time. */
const CLOCK = new URL("step-clock.mjs", import.meta.url).href;

/** Moves the clock of a step's process forward by some milliseconds, which can be 0. */
export interface ClockMessage {
  readonly skip: number;
  /** Skip idle time, wait for the next timer in real time, or stop: no timer comes due any more. */
  readonly mode: "skip" | "wait" | "stop";
}

/** Number of steps that use an emulator now. */
const running = new WeakMap<Emulator, number>();

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
  /**
   * Lets milliseconds pass at once on the clock of its process, which stops then: no later timer can end the step.
   * Resolves when they have passed, or when the process has ended.
   */
  readonly passTime: (milliseconds: number) => Promise<void>;
  /** What it leaves behind, once it is over. */
  readonly done: Promise<StepResult>;
}

/**
 * Runs the bundled action as a runner does: a child process, inputs as variables, files for outputs and summary. Time in
 * which it waits for nothing but time is skipped, in its process and in the emulator, if that runs in this process and no
 * other step uses it.
 */
export function runStep(
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  return start(inputs, environment, true).done;
}

/** The same for a step that something happens to while it runs: it waits in real time. */
export function startStep(
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): RunningStep {
  return start(inputs, environment, false);
}

function start(
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
  skipsIdleTime: boolean,
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
  const emulator = emulatorOf(inputs);
  if (emulator) running.set(emulator, (running.get(emulator) ?? 0) + 1);
  const child = spawn(process.execPath, ["--import", CLOCK, MAIN], {
    env: {
      PATH: process.env["PATH"],
      ...(coverage === undefined ? { NODE_COMPILE_CACHE: COMPILE_CACHE } : { NODE_V8_COVERAGE: coverage }),
      RUNNER_TEMP: folder,
      GITHUB_RUN_ID: "1",
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_ENV: files.env,
      GITHUB_STATE: files.state,
      ...Object.fromEntries(variables),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const setClock = (message: ClockMessage) => {
    // A process that ends meanwhile needs no answer.
    if (child.connected) child.send(message, () => undefined);
  };
  const stopped = Promise.withResolvers<void>();
  child.on("message", async (message) => {
    if (message === "stopped") return stopped.resolve();
    const idle = idleTimeOf(message);
    // The clock of a service in another process can't go along.
    const canSkip = skipsIdleTime && emulator !== undefined && running.get(emulator) === 1;
    if (!canSkip) return setClock({ skip: 0, mode: "wait" });
    // Webhooks are delivered first, and those that come due in that time.
    await emulator.control.settled();
    emulator.control.clock.advance(idle / 1000);
    await emulator.control.settled();
    setClock({ skip: idle, mode: "skip" });
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  const done = ended.then((exitCode) => {
    if (emulator) running.set(emulator, (running.get(emulator) ?? 0) - 1);
    const outputs = readOutputs(readFileSync(files.output, "utf8"));
    const report = outputs["report"] === undefined ? "" : readFileSync(outputs["report"], "utf8");
    const errors = Array.from(log.matchAll(/^::error(?: [^:]*)?::(.*)$/gm), (match) =>
      decodeURIComponent(match[1] ?? ""),
    );
    const result = { exitCode, log, summary: readFileSync(files.summary, "utf8"), outputs, report, errors };
    rmSync(folder, { recursive: true, force: true });
    return result;
  });
  const passTime = (skip: number) => {
    setClock({ skip, mode: "stop" });
    return Promise.race([stopped.promise, done.then(() => undefined)]);
  };
  return { child, log: () => log, passTime, done };
}

/** Milliseconds until the next timer of a process that waits for nothing else. */
function idleTimeOf(message: unknown): number {
  if (typeof message === "object" && message !== null && "idle" in message && typeof message.idle === "number") {
    return message.idle;
  }
  throw new TypeError("A step sent a message that is not about its clock.");
}

/** Reads the runner's format: `name<<DELIMITER`, the value's lines, `DELIMITER`. */
function readOutputs(text: string): Record<string, string> {
  const entries = text.matchAll(/^(\S+)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm);
  return Object.fromEntries(Array.from(entries, (match) => [match[1] ?? "", match[3] ?? ""]));
}
