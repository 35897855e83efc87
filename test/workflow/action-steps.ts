import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import * as z from "zod/mini";
import { readInputs } from "../../action/src/inputs/read-inputs.ts";
import { readDeclarations } from "../../packages/tasks/src/declarations.ts";
import { isSettingName, SETTINGS } from "../../packages/tasks/src/settings/settings.ts";
import { checkEntries } from "../../packages/tasks/src/tasks/tasks.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FORGEHAND_ACTION = /^(?:\.\/action|forgehand\/forgehand\/action@v\d+)$/;

export const WorkflowStep = z.looseObject({
  id: z.optional(z.string()),
  uses: z.optional(z.string()),
  if: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z.optional(z.record(z.string(), z.unknown())),
  env: z.optional(z.record(z.string(), z.unknown())),
});
export type WorkflowStep = z.output<typeof WorkflowStep>;

const ActionManifestSchema = z.looseObject({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.unknown()),
});

export const actionManifest = ActionManifestSchema.parse(parse(readFileSync(`${ROOT}action/action.yml`, "utf8")));

export const usesForgehand = ({ uses }: WorkflowStep): boolean => FORGEHAND_ACTION.test(uses ?? "");

const isExpression = (value: unknown): boolean => String(value).includes("${{");

/**
 * Returns the errors that the action would report for a step: unknown or invalid inputs, invalid combinations and
 * missing environment variables.
 */
export async function inputProblems({ with: inputs = {}, env = {} }: WorkflowStep): Promise<string[]> {
  const unknown = Object.keys(inputs).filter((name) => !(name in actionManifest.inputs));
  if (unknown.length > 0) return unknown.map((name) => `the action has no input "${name}"`);
  try {
    for (const [name, value] of Object.entries(inputs)) {
      if (!isSettingName(name) || isExpression(value)) continue;
      readInputs({ [`INPUT_${name.toUpperCase()}`]: String(value) }, () => undefined).optional(name);
    }
    const texts = Object.entries(inputs).map(([name, value]) => {
      const example = name === "mode" || !isSettingName(name) ? "plan" : SETTINGS[name].example;
      return [`INPUT_${name.toUpperCase()}`, isExpression(value) ? example : String(value)];
    });
    const environment = Object.fromEntries(texts);
    const declarations = await readDeclarations(
      readInputs(environment, () => undefined),
      { environment, workspace: `${ROOT}examples` },
    );
    checkEntries(declarations);
    if (inputs["mode"] === "matrix") return [];
    const variables = [...declarations.values()].flat().flatMap((entry) => entry.optional("value-env") ?? []);
    return variables.filter((name) => !(name in env)).map((name) => `the step's env has no ${name}`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
