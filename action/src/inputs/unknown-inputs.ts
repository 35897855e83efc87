import { closestMatch } from "@forgehand/core/contract";
import type { Environment } from "@forgehand/tasks/host";
import { Problem } from "@forgehand/tasks/problem";
import { isSettingName, SETTING_NAMES, SETTINGS } from "@forgehand/tasks/settings/settings";
import type { Mode, TaskName } from "@forgehand/tasks/settings/values";

/** Prefix of input variables. */
const PREFIX = "INPUT_";

/**
 * Rejects an input that would limit the run if it existed: who believes in it must not get an apply.
 * @throws Problem
 */
export function rejectDryRun(environment: Environment): void {
  const given = givenInputs(environment).find(([name, text]) => /^dry[ _-]?run$/.test(name) && text?.trim());
  if (given)
    throw new Problem(`The input "${given[0]}" does not exist. To only show what would change, set mode: plan.`);
}

/** Returns warnings about unknown inputs. */
export function unknownInputs(environment: Environment): readonly string[] {
  return givenInputs(environment).flatMap(([name]) => {
    if (isSettingName(name)) return [];
    // The runner writes spaces as underscores, and both are common typos for hyphens.
    const suggestion = closestMatch(name.replaceAll("_", "-"), SETTING_NAMES);
    return `The input "${name}" is not known.${suggestion === undefined ? "" : ` Did you mean ${suggestion}?`}`;
  });
}

/** Returns warnings about inputs that this run does not use. */
export function unreadInputs(environment: Environment, mode: Mode, tasks: readonly TaskName[]): readonly string[] {
  return givenInputs(environment).flatMap(([name, text]) => {
    // Workflows that forward their own inputs leave many empty.
    if (!isSettingName(name) || !text?.trim()) return [];
    const { scope } = SETTINGS[name];
    if (mode !== "merge" && (name === "reports" || name === "shards")) {
      return `The input "${name}" is not used in mode ${mode}, only in mode merge.`;
    }
    if (scope === "run" || scope.some((task) => tasks.includes(task))) return [];
    if (mode === "merge") return `The input "${name}" is not used in mode merge, which only reads reports.`;
    return `The input "${name}" is not used here, only by ${scope.join(" and ")}.`;
  });
}

function givenInputs(environment: Environment): readonly (readonly [name: string, text: string | undefined])[] {
  return Object.entries(environment)
    .filter(([name]) => name.toUpperCase().startsWith(PREFIX))
    .map(([name, text]) => [name.slice(PREFIX.length).toLowerCase(), text] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
