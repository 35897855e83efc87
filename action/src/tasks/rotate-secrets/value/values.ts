import { basename } from "node:path";
import { Problem } from "../../../problem.ts";
import { Stopped } from "../../../run/ending/ending.ts";
import type { Run } from "../../../run/run.ts";
import { LARGEST_VALUE } from "../../../settings/forms.ts";
import { maskingOf } from "../../../settings/mask.ts";
import type { Entry } from "../entry.ts";
import type { Vault } from "../vault/vault.ts";
import { type CommandEnd, runCommand } from "./command.ts";
import { generate } from "./generate.ts";
import { valueProblem } from "./known-value.ts";
import { limited } from "./limited.ts";
import { targetVariables } from "./target-variables.ts";

/** Programs that run at once. */
const AT_ONCE = 4;

/** The new value for a secret of a vault: made if it must be, and handed over if somebody wants it first. @throws Problem */
export type Values = (entry: Entry, vault: Vault) => Promise<Uint8Array>;

/**
 * The new values of a run, each made when it is needed for the first time.
 * @param known those that need nothing made
 * @param vaultsOf where an entry's value is about to be written
 */
export function createValues(
  run: Run,
  known: ReadonlyMap<Entry, Uint8Array>,
  vaultsOf: (entry: Entry) => readonly Vault[],
): Values {
  const inTurn = limited(AT_ONCE);
  const forAll = new Map<Entry, Promise<Uint8Array>>();

  async function make(entry: Entry, vaults: readonly Vault[]): Promise<Uint8Array> {
    if (run.stopping.aborted) throw new Stopped(false);
    const environment = { ...run.environment, ...targetVariables(entry, vaults) };
    const value = known.get(entry) ?? (await madeValue(entry, environment));
    const { deliver } = entry;
    if (deliver) await inTurn(() => handOver(deliver, value, environment));
    return value;
  }

  async function madeValue({ source }: Entry, environment: Run["environment"]): Promise<Uint8Array> {
    if (source.from === "generate") return masked(generate(source.generator));
    if (source.from !== "value-command") throw new Error("A value that is known was not read.");
    const { command } = source;
    return inTurn(() => printedValue(command, environment));
  }

  function masked<T extends Uint8Array>(value: T): T {
    for (const form of maskingOf(value)) run.log.mask(form);
    return value;
  }

  async function printedValue(command: readonly string[], environment: Run["environment"]): Promise<Uint8Array> {
    // One line break more than the longest value has.
    const options = { environment, input: undefined, most: LARGEST_VALUE + 2, stopping: run.stopping };
    const end = await runCommand(command, options);
    const value = masked(withoutLineBreak(end.output));
    tell(command, "value-command", [end.messages], value);
    failIfFailed(command, end);
    if (value.length === 0) throw new Problem(`The command ${command[0]} printed no value to its standard output.`);
    const wrong = valueProblem(value);
    if (wrong !== undefined) throw new Problem(`The value that the command ${command[0]} printed ${wrong}.`);
    return value;
  }

  async function handOver(
    command: readonly string[],
    value: Uint8Array,
    environment: Run["environment"],
  ): Promise<void> {
    if (run.stopping.aborted) throw new Stopped(false);
    const options = { environment, input: value, most: undefined, stopping: run.stopping };
    const end = await runCommand(command, options).catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error;
      throw new Problem(
        `The run was cancelled while the command ${command[0]} was getting the new value, which may be in use by now. The old one was left as it is.`,
      );
    });
    tell(command, "deliver", [end.output.toString("utf8"), end.messages], value);
    failIfFailed(
      command,
      end,
      "It was to get the new value before that replaces the old one, which was left as it is.",
    );
  }

  /** Shows what a command said, and nothing of the value: the runner's masks need not be the only ones. */
  function tell([path = ""]: readonly string[], what: string, messages: readonly string[], value: Uint8Array): void {
    const program = basename(path);
    const forms = maskingOf(value).toSorted((a, b) => b.length - a.length);
    const lines = messages
      .map((text) => forms.reduce((rest, form) => rest.replaceAll(form, "***"), text))
      .flatMap((text) => text.split(/\r?\n/))
      .filter((line) => line.trim() !== "");
    if (lines.length === 0) return;
    run.log.group(
      `${what}: what ${program} said`,
      lines.map((line) => `${program}: ${line}`),
    );
  }

  return (entry, vault) => {
    if (entry.valueFor === "each") return make(entry, [vault]);
    const value = forAll.get(entry) ?? make(entry, vaultsOf(entry));
    forAll.set(entry, value);
    return value;
  };
}

/** @throws Problem */
function failIfFailed([program]: readonly string[], { failure, messages }: CommandEnd, advice?: string): void {
  if (failure === undefined) return;
  const said = messages.trim() === "" ? "" : " What it said is in the log.";
  throw new Problem(`The command ${program} ${failure}.${said}${advice === undefined ? "" : ` ${advice}`}`);
}

/** Programs end what they print with a line break, which is not meant. */
function withoutLineBreak(output: Buffer): Buffer {
  const end = output.length - (output.at(-1) !== 0x0a ? 0 : output.at(-2) === 0x0d ? 2 : 1);
  return output.subarray(0, end);
}
