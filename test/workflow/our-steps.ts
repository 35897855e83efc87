import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import * as z from "zod/mini";
import { readDeclarations } from "../../action/src/declarations.ts";
import { readInputs } from "../../action/src/settings/read-inputs.ts";
import { isSettingName, SETTINGS } from "../../action/src/settings/settings.ts";
import { checkEntries } from "../../action/src/tasks/check-entries.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OURS = /^(?:\.\/action|forgehand\/forgehand\/action@v\d+)$/;

/** A step of a workflow. */
export const Step = z.looseObject({
  id: z.optional(z.string()),
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z.optional(z.record(z.string(), z.unknown())),
  env: z.optional(z.record(z.string(), z.unknown())),
});
export type Step = z.output<typeof Step>;

const Action = z.looseObject({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.unknown()),
});

/** The action as it tells runners of itself. */
export const action = Action.parse(parse(readFileSync(`${ROOT}action/action.yml`, "utf8")));

export const isOurs = ({ uses }: Step): boolean => OURS.test(uses ?? "");

const isExpression = (value: unknown): boolean => String(value).includes("${{");

/** What the action itself would refuse of what a step gives it: inputs, each and together, and variables of values. */
export async function refusedOf({ with: given = {}, env = {} }: Step): Promise<string[]> {
  const unknown = Object.keys(given).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) return unknown.map((name) => `the action has no input "${name}"`);
  try {
    for (const [name, value] of Object.entries(given)) {
      if (!isSettingName(name) || isExpression(value)) continue;
      readInputs({ [`INPUT_${name.toUpperCase()}`]: String(value) }, () => undefined).optional(name);
    }
    const texts = Object.entries(given).map(([name, value]) => {
      const example = name === "mode" || !isSettingName(name) ? "plan" : SETTINGS[name].example;
      return [`INPUT_${name.toUpperCase()}`, isExpression(value) ? example : String(value)];
    });
    const environment = { ...Object.fromEntries(texts), GITHUB_WORKSPACE: `${ROOT}examples` };
    const declarations = await readDeclarations(
      readInputs(environment, () => undefined),
      environment,
    );
    checkEntries(declarations);
    if (given["mode"] === "matrix") return [];
    const variables = [...declarations.values()].flat().flatMap((entry) => entry.optional("value-env") ?? []);
    return variables.filter((name) => !(name in env)).map((name) => `the step's env has no ${name}`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
