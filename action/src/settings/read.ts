import type * as z from "zod/mini";
import { Problem } from "../problem.ts";
import { SETTINGS, type SettingName, type SettingValues } from "./settings.ts";

/** What was said, wherever it was: in the step's inputs, or in an entry of the configuration file. */
export interface Settings {
  /** @throws Problem that says where what is wrong, and shows what is right */
  optional<N extends SettingName>(name: N): SettingValues[N] | undefined;
  /** The same for what must be said, or has a value to fall back to. @throws Problem */
  required<N extends SettingName>(name: N): SettingValues[N];
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
}

/** Settings of one source. */
export function settingsOf(source: Source): Settings {
  function optional<N extends SettingName>(name: N): SettingValues[N] | undefined {
    const result = source.read(name);
    if (result === undefined) return SETTINGS[name].fallback;
    if (result.success) return result.data;
    throw new Problem(`${source.quoted(name)} ${result.error.issues[0]?.message ?? "is wrong"}. ${exampleOf(name)}`);
  }
  return {
    optional,
    required(name) {
      const value = optional(name);
      if (value !== undefined) return value;
      throw new Problem(`${source.named(name)} is missing. ${exampleOf(name)}`);
    },
    problem: (name, problem) => new Problem(`${source.named(name)} ${problem}`),
  };
}

/** @returns `For example: hook: 12345678` */
export function exampleOf(name: SettingName): string {
  return `For example: ${name}: ${SETTINGS[name].example}`;
}
