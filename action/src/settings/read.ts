import type * as z from "zod/mini";
import { type Place, Problem } from "../problem.ts";
import { SETTINGS } from "./settings.ts";
import type { SettingName, SettingValues } from "./values.ts";

/** What was said, wherever it was: in the step's inputs, or in an entry of the configuration file. */
export interface Settings {
  /** @throws Problem that says where what is wrong, and shows what is right */
  optional<N extends SettingName>(name: N): SettingValues[N] | undefined;
  /** The same for what must be said, or has a value to fall back to. @throws Problem */
  required<N extends SettingName>(name: N): SettingValues[N];
  /** Was it said at all? */
  given(name: SettingName): boolean;
  /** What is wrong with a setting beside its form. */
  problem(name: SettingName, problem: string): Problem;
}

/** Where settings come from. */
export interface Source {
  /** What was said, held against its setting; undefined where nothing was. */
  read<N extends SettingName>(name: N): z.core.util.SafeParseResult<SettingValues[N]> | undefined;
  /** What a message about a setting begins with: `The input "hook"`. */
  named(name: SettingName): string;
  /** The same with what was said, where that may be shown: `The input "hook" is "x", which`. */
  quoted(name: SettingName): string;
  /** Where it stands in a file, where it comes from one. */
  place?(name: SettingName): Place | undefined;
}

/** Settings of one source. */
export function settingsOf(source: Source): Settings {
  const example = (name: SettingName) => exampleOf(name, source.place !== undefined);
  const complain = (name: SettingName, message: string) => new Problem(message, source.place?.(name));
  function optional<N extends SettingName>(name: N): SettingValues[N] | undefined {
    const result = source.read(name);
    if (result === undefined) return SETTINGS[name].fallback;
    if (result.success) return result.data;
    throw complain(name, `${source.quoted(name)} ${wrongPart(result.error.issues).message}. ${example(name)}`);
  }
  return {
    optional,
    required(name) {
      const value = optional(name);
      if (value !== undefined) return value;
      throw complain(name, `${source.named(name)} is missing. ${example(name)}`);
    },
    given: (name) => source.read(name) !== undefined,
    problem: (name, problem) => complain(name, `${source.named(name)} ${problem}`),
  };
}

/** What goes before: a setting that it was given is what it says, whatever the other says of it. */
export function settingsBefore(before: Settings, other: Settings): Settings {
  const of = (name: SettingName) => (before.given(name) ? before : other);
  return {
    optional: (name) => of(name).optional(name),
    required: (name) => of(name).required(name),
    given: (name) => before.given(name) || other.given(name),
    problem: (name, problem) => of(name).problem(name, problem),
  };
}

/** What is wrong with a value, and where in it. */
export interface WrongPart {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** The first thing that is wrong; of a value that may have several forms, in the form that it has. */
export function wrongPart(issues: readonly z.core.$ZodIssue[]): WrongPart {
  const [issue] = issues;
  if (issue === undefined) return { message: "is wrong", path: [] };
  const forms = issue.code === "invalid_union" ? issue.errors : [];
  const meant = forms.find(([first]) => first && !isOfAnotherKind(first));
  if (meant === undefined) return issue;
  const { message, path } = wrongPart(meant);
  return { message, path: [...issue.path, ...path] };
}

/** Is it no value of this form at all? */
function isOfAnotherKind(issue: z.core.$ZodIssue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code !== "invalid_union") return issue.code === "invalid_type";
  return issue.errors.every(([first]) => first && isOfAnotherKind(first));
}

/** @returns `For example: hook: 12345678`; @param inFile as the configuration file has it, where a list is one */
export function exampleOf(name: SettingName, inFile = false): string {
  const { example, field } = SETTINGS[name];
  const isList = inFile && example.includes(", ") && !example.startsWith("[") && !field().safeParse(example).success;
  return `For example: ${name}: ${isList ? `[${example}]` : example}`;
}
