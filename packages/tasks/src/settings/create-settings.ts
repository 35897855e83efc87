import type * as z from "zod/mini";
import { Problem, type SourceLocation } from "../problem.ts";
import { SETTINGS, type SettingName, type SettingValues } from "./settings.ts";

/** Settings from the step's inputs, or from an entry of the configuration file. */
export interface Settings {
  /** @throws Problem with the location of an invalid value and a valid example */
  optional<N extends SettingName>(name: N): SettingValues[N] | undefined;
  /**
   * Like `optional`, for settings that are required or have a default.
   * @throws Problem
   */
  required<N extends SettingName>(name: N): SettingValues[N];
  /** Returns true if the setting was given. */
  isGiven(name: SettingName): boolean;
  problem(name: SettingName, problem: string): Problem;
}

export interface SettingsSource {
  /** Reads and validates a setting; undefined if it was not given. */
  read<N extends SettingName>(name: N): z.core.util.SafeParseResult<SettingValues[N]> | undefined;
  /** Start of messages about a setting: `The input "hook"`. */
  subject(name: SettingName): string;
  /** End of messages about an invalid part of a value, `, got "x"`; empty if the value must not be shown. */
  gotClause(name: SettingName, part: InvalidPart): string;
  /** Example of a valid value; default: as an input of a step or a field of a file. */
  example?(name: SettingName): string;
  /** Position in the file, if the source is a file. */
  locationOf?(name: SettingName): SourceLocation | undefined;
}

export function createSettings(source: SettingsSource): Settings {
  const example = (name: SettingName) => source.example?.(name) ?? exampleOf(name, source.locationOf !== undefined);
  const createProblem = (name: SettingName, message: string) => new Problem(message, source.locationOf?.(name));
  function optional<N extends SettingName>(name: N): SettingValues[N] | undefined {
    const result = source.read(name);
    if (result === undefined) return SETTINGS[name].fallback;
    if (result.success) return result.data;
    const part = firstInvalidPart(result.error.issues);
    throw createProblem(
      name,
      `${source.subject(name)} ${part.message}${source.gotClause(name, part)}. ${example(name)}`,
    );
  }
  return {
    optional,
    required(name) {
      const value = optional(name);
      if (value !== undefined) return value;
      throw createProblem(name, `${source.subject(name)} is missing. ${example(name)}`);
    },
    isGiven: (name) => source.read(name) !== undefined,
    problem: (name, problem) => createProblem(name, `${source.subject(name)} ${problem}`),
  };
}

/** Combines two sets of settings; those in the first one take precedence. */
export function overrideSettings(overrides: Settings, base: Settings): Settings {
  const sourceOf = (name: SettingName) => (overrides.isGiven(name) ? overrides : base);
  return {
    optional: (name) => sourceOf(name).optional(name),
    required: (name) => sourceOf(name).required(name),
    isGiven: (name) => overrides.isGiven(name) || base.isGiven(name),
    problem: (name, problem) => sourceOf(name).problem(name, problem),
  };
}

/** An invalid part of a value, with its path. */
export interface InvalidPart {
  readonly message: string;
  readonly path: readonly PropertyKey[];
  /** The part itself, if the value was parsed with the option `reportInput`. */
  readonly input?: unknown;
}

/** Returns the first invalid part. For a union, it is taken from the alternative whose type matches. */
export function firstInvalidPart(issues: readonly z.core.$ZodIssue[]): InvalidPart {
  const [issue] = issues;
  if (issue === undefined) return { message: "is invalid", path: [] };
  const alternatives = issue.code === "invalid_union" ? issue.errors : [];
  const matching = alternatives.find(([first]) => first && !isOtherType(first));
  if (matching === undefined) return issue;
  const part = firstInvalidPart(matching);
  return { ...part, path: [...issue.path, ...part.path] };
}

/** Returns true if the value does not have the type of this alternative at all. */
function isOtherType(issue: z.core.$ZodIssue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code !== "invalid_union") return issue.code === "invalid_type";
  return issue.errors.every(([first]) => first && isOtherType(first));
}

/**
 * Returns an example such as `For example: hook: 12345678`.
 * @param inFile formats lists as in a configuration file
 */
export function exampleOf(name: SettingName, inFile = false): string {
  const { example, field } = SETTINGS[name];
  const isList = inFile && example.includes(", ") && !example.startsWith("[") && !field().safeParse(example).success;
  return `For example: ${name}: ${isList ? `[${example}]` : example}`;
}
