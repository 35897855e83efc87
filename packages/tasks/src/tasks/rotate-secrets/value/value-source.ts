import type { Settings } from "../../../settings/create-settings.ts";
import type { ValueGenerator } from "../../../settings/parse-values.ts";

/** Source of a new value. */
export type ValueSource =
  | { readonly from: "value"; readonly text: string }
  | { readonly from: "value-env"; readonly variable: string }
  | { readonly from: "value-file"; readonly path: string }
  | { readonly from: "value-command"; readonly command: readonly string[] }
  | { readonly from: "generate"; readonly generator: ValueGenerator };

const SOURCES = ["value", "value-env", "value-file", "value-command", "generate"] as const;

/**
 * Reads the source of the new value; exactly one must be set.
 * @throws Problem
 */
export function readValueSource(settings: Settings): ValueSource {
  const givenSources = SOURCES.filter((name) => settings.optional(name) !== undefined);
  const [source, conflicting] = givenSources;
  if (source === undefined) {
    const alternatives = "or value-env, value-file, value-command or generate";
    throw settings.problem("value", `is missing. Set the source of the new value: value, ${alternatives}.`);
  }
  if (conflicting !== undefined)
    throw settings.problem(
      conflicting,
      `and "${source}" must not both be set: each is a source of the new value. Remove one.`,
    );
  switch (source) {
    case "value":
      return { from: source, text: settings.required(source) };
    case "value-env":
      return { from: source, variable: settings.required(source) };
    case "value-file":
      return { from: source, path: settings.required(source) };
    case "value-command":
      return { from: source, command: settings.required(source) };
    case "generate":
      return { from: source, generator: settings.required(source) };
  }
}

/** Whether a line break at the end of a value is removed; undefined: not configured, so that of a command is. */
export type Trim = "line-break" | "none" | undefined;

/** Removes the line break that programs and editors write at the end, one at most. */
export function withoutLineBreak(value: Uint8Array): Uint8Array {
  const length = value.at(-1) !== 0x0a ? 0 : value.at(-2) === 0x0d ? 2 : 1;
  return value.subarray(0, value.length - length);
}

/** Returns true if each read may give a different value. */
export function isGenerated({ from }: ValueSource): boolean {
  return from === "value-command" || from === "generate";
}
