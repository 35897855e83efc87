import { parseArgs } from "node:util";
import { closestMatch } from "@forgehand/core/contract";
import { Problem } from "@forgehand/tasks/problem";
import { isSettingName, SETTING_NAMES, SETTINGS, type SettingName } from "@forgehand/tasks/settings/settings";
import {
  COMMANDS,
  type Command,
  type CommandName,
  isCommandName,
  isOwnFlag,
  OWN_FLAGS,
  type OwnFlag,
} from "./commands.ts";
import { secretAlternative, settingFlagsOf } from "./setting-flags.ts";

/** The parsed command line. */
export interface Arguments {
  /** Undefined if none was given. */
  readonly command: CommandName | undefined;
  readonly positionals: readonly string[];
  /** Texts of settings. */
  readonly settings: ReadonlyMap<SettingName, string>;
  /** Texts of the program's own flags: `true` or `false` for those without a value. */
  readonly own: ReadonlyMap<OwnFlag, string>;
}

type Shape = "flag" | "list" | "text";

interface GivenFlag {
  readonly name: string;
  /** As it was written: `--repositories`, `-y`. */
  readonly raw: string;
  readonly value: string | undefined;
  readonly isInline: boolean;
}

/**
 * Parses the command line.
 * @throws Problem
 */
export function parseArguments(args: readonly string[]): Arguments {
  const { flags, words } = readTokens(args);
  const [name, ...positionals] = words;
  if (name !== undefined && !isCommandName(name)) throw new Problem(unknownCommand(name));
  const [settings, own] = [new Map<SettingName, string>(), new Map<OwnFlag, string>()];
  for (const flag of flags) addFlag(flag, name, settings, own);
  const isHelp = own.get("help") === "true" || own.get("version") === "true";
  if (name !== undefined && !isHelp) checkPositionals(name, positionals);
  return { command: name, positionals, settings, own };
}

function readTokens(args: readonly string[]): {
  readonly flags: readonly GivenFlag[];
  readonly words: readonly string[];
} {
  const names = [...Object.keys(OWN_FLAGS), ...SETTING_NAMES];
  const options = Object.fromEntries(
    names.map((name) => [name, { type: shapeOf(name) === "flag" ? "boolean" : "string", ...shortOf(name) } as const]),
  );
  // Lenient, because its own messages are for programmers.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  return {
    flags: tokens.flatMap((token) => {
      if (token.kind !== "option") return [];
      const { name, rawName: raw, value } = token;
      return [{ name, raw, value, isInline: token.inlineValue ?? false }];
    }),
    words: tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : [])),
  };
}

function shapeOf(name: string): Shape {
  if (isOwnFlag(name)) return OWN_FLAGS[name].shape;
  return isSettingName(name) ? (SETTINGS[name].shape ?? "text") : "flag";
}

function shortOf(name: string): { readonly short?: string } {
  if (!isOwnFlag(name)) return {};
  const definition = OWN_FLAGS[name];
  return "short" in definition ? { short: definition.short } : {};
}

function addFlag(
  flag: GivenFlag,
  command: CommandName | undefined,
  settings: Map<SettingName, string>,
  own: Map<OwnFlag, string>,
): void {
  const { name, negated } = withoutNegation(flag);
  // A secret is refused before anything else, and its value is never quoted.
  if (isSettingName(name) && SETTINGS[name].secret) {
    throw new Problem(
      `--${name} must not be a flag: other users of this machine and the shell's history can see it. ${secretAlternative(name)}`,
    );
  }
  if (isOwnFlag(name) && takesOwnFlag(command, name)) {
    if (own.has(name)) throw new Problem(`${flag.raw} must be given once.`);
    own.set(name, readText(flag, OWN_FLAGS[name].shape, negated));
    return;
  }
  if (!isSettingName(name) || !takesSetting(command, name)) throw new Problem(unknownFlag(flag, name, command));
  const shape = shapeOf(name);
  const text = readText(flag, shape, negated);
  const earlier = settings.get(name);
  if (earlier !== undefined && shape !== "list") throw new Problem(`${flag.raw} must be given once.`);
  settings.set(name, earlier === undefined ? text : `${earlier}\n${text}`);
}

/** Resolves `--no-color`: flags without a value can be negated. */
function withoutNegation({ name, value }: GivenFlag): { readonly name: string; readonly negated: boolean } {
  const positive = name.startsWith("no-") ? name.slice("no-".length) : name;
  const isNegation = positive !== name && value === undefined && shapeOf(positive) === "flag";
  return isNegation && (isOwnFlag(positive) || isSettingName(positive))
    ? { name: positive, negated: true }
    : { name, negated: false };
}

/** @throws Problem if a value is missing, or given to a flag without one */
function readText({ raw, value, isInline }: GivenFlag, shape: Shape, negated: boolean): string {
  if (negated) return "false";
  if (shape === "flag") return value ?? "true";
  if (value === undefined) throw new Problem(`${raw} must have a value, got none.`);
  if (!isInline && value.startsWith("-") && value !== "-") {
    throw new Problem(
      `${raw} must have a value, got the flag ${value}. A value that starts with - follows =: ${raw}=${value}`,
    );
  }
  return value;
}

function takesOwnFlag(command: CommandName | undefined, name: OwnFlag): boolean {
  const flags: readonly OwnFlag[] = command === undefined ? ["help", "version", "color"] : COMMANDS[command].flags;
  return flags.includes(name);
}

function takesSetting(command: CommandName | undefined, name: SettingName): boolean {
  return command !== undefined && COMMANDS[command].takesSettings && settingFlagsOf(command).includes(name);
}

/** Returns the flags that a command takes. */
export function flagNamesOf(command: CommandName): readonly string[] {
  return [...COMMANDS[command].flags, ...(COMMANDS[command].takesSettings ? settingFlagsOf(command) : [])];
}

function unknownFlag({ raw }: GivenFlag, name: string, command: CommandName | undefined): string {
  if (command === undefined) return `A command must be given before ${raw}. Run forgehand help for a list.`;
  const subject = `${raw} is not a flag of forgehand ${command}.`;
  if (name === "mode") return `${subject} The commands plan, check and apply are the modes.`;
  const taking = Object.keys(COMMANDS).filter((other) => isCommandName(other) && flagNamesOf(other).includes(name));
  if (taking.length > 0) return `${subject} These commands take it: ${taking.join(", ")}.`;
  const suggestion = closestMatch(name, flagNamesOf(command));
  return `${subject} ${suggestion === undefined ? `Run forgehand help ${command} for a list.` : `Did you mean --${suggestion}?`}`;
}

function unknownCommand(name: string): string {
  const names = Object.keys(COMMANDS);
  const suggestion = closestMatch(name, names);
  const hint = suggestion === undefined ? "" : ` Did you mean ${suggestion}?`;
  return `The command must be one of ${names.join(", ")}, got ${quoteWord(name)}.${hint}`;
}

/** Quotes a word of the command line, unless it is so long that it can be a token. */
function quoteWord(word: string): string {
  return word.length <= 20 ? JSON.stringify(word) : `a text of ${word.length} characters`;
}

function checkPositionals(command: CommandName, positionals: readonly string[]): void {
  const { usage = "" }: Command = COMMANDS[command];
  const [first, second] = positionals;
  const extra = usage === "" ? first : second;
  if (extra !== undefined) {
    const expected = usage === "" ? "no argument without a flag" : `one argument, ${usage}`;
    throw new Problem(
      `forgehand ${command} must have ${expected}, got ${quoteWord(extra)}. Run forgehand help ${command}.`,
    );
  }
  if (first === undefined && usage !== "" && !usage.startsWith("[")) {
    throw new Problem(`forgehand ${command} must have the argument ${usage}. Run forgehand help ${command}.`);
  }
}
