import type { Generator } from "../../../settings/forms.ts";
import type { Settings } from "../../../settings/read.ts";

/** Where a new value comes from. */
export type ValueSource =
  | { readonly from: "value"; readonly text: string }
  | { readonly from: "value-env"; readonly variable: string }
  | { readonly from: "value-file"; readonly path: string }
  | { readonly from: "value-command"; readonly command: readonly string[] }
  | { readonly from: "generate"; readonly generator: Generator };

const SOURCES = ["value", "value-env", "value-file", "value-command", "generate"] as const;

/** Reads where the new value comes from: one thing says it. @throws Problem */
export function readValueSource(settings: Settings): ValueSource {
  const given = SOURCES.filter((name) => settings.optional(name) !== undefined);
  const [source, other] = given;
  if (source === undefined) {
    const others = "or value-env, value-file, value-command or generate";
    throw settings.problem("value", `is missing. Say where the new value comes from: value, ${others}.`);
  }
  if (other !== undefined) throw settings.problem(other, `and "${source}" both say the new value: give one of them.`);
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

/** Is the value another one each time that it is asked for, as far as anybody knows? */
export function isMade({ from }: ValueSource): boolean {
  return from === "value-command" || from === "generate";
}
