import { basename } from "node:path";
import { CancelledError } from "../../../cancellation/cancellation.ts";
import { credentialDetector } from "../../../credentials/credential-detector.ts";
import { limitConcurrency } from "../../../limit-concurrency.ts";
import { Problem } from "../../../problem.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { MAX_SECRET_SIZE } from "../../../settings/parse-values.ts";
import type { RotationEntry } from "../rotation-entry.ts";
import { commandEnvironment } from "./command-environment.ts";
import { generateValue } from "./generate-value.ts";
import { valueProblem } from "./known-value.ts";
import { type CommandResult, runCommand } from "./run-command.ts";
import { targetVariables, type ValueTarget } from "./target-variables.ts";
import { withoutLineBreak } from "./value-source.ts";

/** Maximum number of programs that run concurrently. */
const CONCURRENCY = 4;

/**
 * Returns the new value for a target, generated and delivered if configured.
 * @throws Problem
 */
export type ValueProvider = (entry: RotationEntry, target: ValueTarget) => Promise<Uint8Array>;

/**
 * Creates the provider of a run's new values. Each is prepared when it is first needed.
 * @param known values that need not be generated
 * @param targetsOf returns the targets where an entry's value is about to be written
 */
export function createValueProvider(
  run: RunContext,
  known: ReadonlyMap<RotationEntry, Uint8Array>,
  targetsOf: (entry: RotationEntry) => readonly ValueTarget[],
): ValueProvider {
  const limit = limitConcurrency(CONCURRENCY);
  const sharedValues = new Map<RotationEntry, Promise<Uint8Array>>();

  async function prepareValue(entry: RotationEntry, targets: readonly ValueTarget[]): Promise<Uint8Array> {
    if (run.stopping.aborted) throw new CancelledError(false);
    const own = commandEnvironment(run, entry.mayRequestIdToken);
    const environment = { ...own, ...targetVariables(entry, targets) };
    const value = known.get(entry) ?? (await createValue(entry, environment));
    const { deliver } = entry;
    if (deliver) await limit(() => deliverValue(deliver, value, environment));
    return value;
  }

  async function createValue(entry: RotationEntry, environment: RunContext["environment"]): Promise<Uint8Array> {
    const { source } = entry;
    if (source.from === "generate") return masked(generateValue(source.generator));
    if (source.from !== "value-command") throw new Error("Known values must be read first.");
    const { command } = source;
    return limit(() => printedValue(entry, command, environment));
  }

  function masked<T extends Uint8Array>(value: T): T {
    run.log.mask(value);
    return value;
  }

  async function printedValue(
    entry: RotationEntry,
    command: readonly string[],
    environment: RunContext["environment"],
  ): Promise<Uint8Array> {
    const { trim } = entry;
    // The longest value plus a line break.
    const options = { environment, input: undefined, maxOutput: MAX_SECRET_SIZE + 2, stopping: run.stopping };
    const result = await runCommand(command, options);
    const value = masked(trim === "none" ? result.output : withoutLineBreak(result.output));
    if (trim === undefined && value.length < result.output.length)
      run.log.info(
        `value-command: the line break at the end of what ${basename(command[0] ?? "")} printed was removed. Set trim: none to keep it.`,
      );
    logMessages(command, "value-command", [result.messages]);
    throwIfFailed(command, result);
    if (value.length === 0) throw new Problem(`The command ${command[0]} printed no value to its standard output.`);
    if (credentialDetector(run.credentials)(value)) {
      throw new Problem(
        `The value printed by the command ${command[0]} must not contain a credential of this step itself. Use one of its own.`,
      );
    }
    const problemText = valueProblem(entry, value);
    if (problemText !== undefined) throw new Problem(`The value printed by the command ${command[0]} ${problemText}.`);
    return value;
  }

  async function deliverValue(
    command: readonly string[],
    value: Uint8Array,
    environment: RunContext["environment"],
  ): Promise<void> {
    if (run.stopping.aborted) throw new CancelledError(false);
    const options = { environment, input: value, maxOutput: undefined, stopping: run.stopping };
    const result = await runCommand(command, options).catch((error: unknown) => {
      if (!(error instanceof CancelledError)) throw error;
      throw new Problem(
        `The run was cancelled while the command ${command[0]} was receiving the new value, which may be in use by now. The secret was not changed.`,
      );
    });
    logMessages(command, "deliver", [result.output.toString("utf8"), result.messages]);
    throwIfFailed(
      command,
      result,
      "It must receive the new value before the secret is changed. The secret was not changed.",
    );
  }

  /** Logs a command's messages. They are redacted as a whole, because a value can have several lines. */
  function logMessages([path = ""]: readonly string[], setting: string, messages: readonly string[]): void {
    const program = basename(path);
    const lines = messages.flatMap((text) => run.log.redact(text).split(/\r?\n/)).filter((line) => line.trim() !== "");
    if (lines.length === 0) return;
    run.log.group(
      `${setting}: messages of ${program}`,
      lines.map((line) => `${program}: ${line}`),
    );
  }

  return (entry, target) => {
    if (entry.valueFor === "each") return prepareValue(entry, [target]);
    const value = sharedValues.get(entry) ?? prepareValue(entry, targetsOf(entry));
    sharedValues.set(entry, value);
    return value;
  };
}

/** @throws Problem */
function throwIfFailed([program]: readonly string[], { failure, messages }: CommandResult, advice?: string): void {
  if (failure === undefined) return;
  const hint = messages.trim() === "" ? "" : " See its messages in the log.";
  throw new Problem(`The command ${program} ${failure}.${hint}${advice === undefined ? "" : ` ${advice}`}`);
}
