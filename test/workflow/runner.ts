import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Emulator } from "@forgehand/emulator";
import { COMPILE_CACHE } from "../service/emulator-process.ts";
import { emulatorOf } from "./inputs.ts";

/** The action's bundle, or its sources when measuring coverage. */
export const ACTION_MAIN =
  process.env["FORGEHAND_ACTION"] ?? fileURLToPath(new URL("../../action/dist/main.js", import.meta.url));

/** Module whose clock skips time in which the process only waits for timers. */
const CLOCK_MODULE = new URL("step-clock.mjs", import.meta.url).href;

/** Moves the clock of a step's process forward by some milliseconds, which can be 0. */
export interface ClockMessage {
  readonly skip: number;
  /** Skip idle time, wait for the next timer in real time, or stop the clock so that no more timers come due. */
  readonly mode: "skip" | "wait" | "stop";
}

/** Number of steps that currently use an emulator. */
const runningSteps = new WeakMap<Emulator, number>();

/** Results of a finished step. */
export interface StepResult {
  readonly exitCode: number | null;
  /** The log, including the workflow commands that it printed. */
  readonly log: string;
  /** The job summary, without the marks for line breaks. */
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Contents of the file that the output `report` names. */
  readonly report: string;
  /** The messages of the `::error::` lines. */
  readonly errors: readonly string[];
  /** The messages of the `::warning::` lines. */
  readonly warnings: readonly string[];
}

export interface RunningStep {
  /** The process, for sending signals as a runner does. */
  readonly child: ChildProcess;
  /** Returns the log so far. */
  readonly log: () => string;
  /**
   * Passes time on the process's clock without waiting, then stops the clock, so that no later timer can end the step.
   * Resolves when the time has passed or the process has ended.
   */
  readonly passTime: (milliseconds: number) => Promise<void>;
  /** Resolves with the results when the step has ended. */
  readonly done: Promise<StepResult>;
}

type StringRecord = Readonly<Record<string, string>>;

/** Command that starts a step: arguments of Node, and environment variables. */
export interface StepCommand {
  readonly args: readonly string[];
  readonly environment: StringRecord;
}

/**
 * Creates the command that starts a step.
 * @param folder the step's temporary folder
 */
export type CreateStepCommand = (inputs: StringRecord, environment: StringRecord, folder: string) => StepCommand;

/** Returns the environment variables in which a runner passes inputs. */
export function inputVariables(inputs: StringRecord): StringRecord {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value]),
  );
}

/** Starts the bundle as a runner does. */
export const bundleCommand: CreateStepCommand = (inputs, environment) => ({
  args: [ACTION_MAIN],
  environment: { ...inputVariables(inputs), ...environment },
});

/**
 * Runs the bundled action as a runner does: a child process with inputs as environment variables and files for outputs
 * and summary. Idle time is skipped in the process and in the emulator, if the emulator runs in this process and no
 * other step uses it.
 * @param createCommand starts the action in another way
 */
export function runStep(
  inputs: StringRecord,
  environment: StringRecord = {},
  createCommand: CreateStepCommand = bundleCommand,
): Promise<StepResult> {
  return spawnStep(inputs, environment, true, createCommand).done;
}

/** Starts a step for tests that interact with it while it runs. It waits in real time. */
export function startStep(inputs: StringRecord, environment: StringRecord = {}): RunningStep {
  return spawnStep(inputs, environment, false, bundleCommand);
}

function spawnStep(
  inputs: StringRecord,
  environment: StringRecord,
  skipsIdleTime: boolean,
  createCommand: CreateStepCommand,
): RunningStep {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-step-"));
  const file = (name: string) => {
    const path = join(folder, name);
    writeFileSync(path, "");
    return path;
  };
  const files = { output: file("output"), summary: file("summary"), env: file("env"), state: file("state") };
  const command = createCommand(inputs, environment, folder);
  const coverage = process.env["NODE_V8_COVERAGE"];
  const emulator = emulatorOf(inputs["api-url"] ?? environment["GITHUB_API_URL"]);
  if (emulator) runningSteps.set(emulator, (runningSteps.get(emulator) ?? 0) + 1);
  const child = spawn(process.execPath, ["--import", CLOCK_MODULE, ...command.args], {
    cwd: environment["GITHUB_WORKSPACE"],
    env: {
      PATH: process.env["PATH"],
      ...(coverage === undefined ? { NODE_COMPILE_CACHE: COMPILE_CACHE } : { NODE_V8_COVERAGE: coverage }),
      RUNNER_TEMP: folder,
      GITHUB_RUN_ID: "1",
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_ENV: files.env,
      GITHUB_STATE: files.state,
      ...command.environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const setClock = (message: ClockMessage) => {
    // If the process ends in the meantime, the error is irrelevant.
    if (child.connected) child.send(message, () => undefined);
  };
  const stopped = Promise.withResolvers<void>();
  child.on("message", async (message) => {
    if (message === "stopped") return stopped.resolve();
    const idle = idleTimeOf(message);
    // The clock of an emulator in another process cannot be moved along.
    const canSkip = skipsIdleTime && emulator !== undefined && runningSteps.get(emulator) === 1;
    if (!canSkip) return setClock({ skip: 0, mode: "wait" });
    // Webhooks are delivered first, then those that come due in the skipped time.
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
    if (emulator) runningSteps.set(emulator, (runningSteps.get(emulator) ?? 0) - 1);
    const outputs = { ...outputCommands(log), ...readOutputs(readFileSync(files.output, "utf8")) };
    const report = outputs["report"] === undefined ? "" : readFileSync(outputs["report"], "utf8");
    const [errors, warnings] = [messagesOf("error", log), messagesOf("warning", log)];
    const summary = readFileSync(files.summary, "utf8").replaceAll("<wbr>", "");
    const result = { exitCode, log, summary, outputs, report, errors, warnings };
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
  throw new TypeError("A step's message must be about its clock, got another one.");
}

/** Reads the runner's format: `name<<DELIMITER`, the lines of the value, `DELIMITER`. */
function readOutputs(text: string): Record<string, string> {
  const entries = text.matchAll(/^(\S+)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm);
  return Object.fromEntries(Array.from(entries, (match) => [match[1] ?? "", match[3] ?? ""]));
}

/** Reads outputs from the workflow commands that preceded the file. */
function outputCommands(log: string): Record<string, string> {
  const commands = log.matchAll(/^::set-output name=(\S+?)::(.*)$/gm);
  return Object.fromEntries(Array.from(commands, ([, name = "", value = ""]) => [name, value]));
}

/** Returns the messages that workflow commands of a kind print. */
function messagesOf(command: "error" | "warning", log: string): readonly string[] {
  const lines = log.matchAll(new RegExp(`^::${command}(?: [^:]*)?::(.*)$`, "gm"));
  return Array.from(lines, ([, message = ""]) => decodeURIComponent(message));
}
