import { closestMatch } from "@forgehand/core/contract";
import type { Environment } from "./inputs.ts";
import { isSettingName, SETTING_NAMES, SETTINGS } from "./settings.ts";
import type { Mode, TaskName } from "./values.ts";

/** What the runner puts before an input's name. */
const PREFIX = "INPUT_";

/** What to say of inputs whose names don't exist. */
export function unknownInputs(environment: Environment): readonly string[] {
  return given(environment).flatMap(([name]) => {
    if (isSettingName(name)) return [];
    // The runner writes spaces as underscores, and people take either for a hyphen.
    const like = closestMatch(name.replaceAll("_", "-"), SETTING_NAMES);
    return `The input "${name}" is not known.${like === undefined ? "" : ` Did you mean ${like}?`}`;
  });
}

/** What to say of inputs that nothing in this run reads. */
export function unreadInputs(environment: Environment, mode: Mode, tasks: readonly TaskName[]): readonly string[] {
  return given(environment).flatMap(([name, text]) => {
    // Workflows that pass their own inputs on leave many empty.
    if (!isSettingName(name) || !text?.trim()) return [];
    const { of } = SETTINGS[name];
    if (mode !== "merge" && (name === "reports" || name === "shards")) {
      return `The input "${name}" says nothing in mode ${mode}: it is for mode merge.`;
    }
    if (of === "run" || of.some((task) => tasks.includes(task))) return [];
    if (mode === "merge") return `The input "${name}" says nothing in mode merge: reports are all that it reads.`;
    return `The input "${name}" says nothing here: it is for ${of.join(" and ")}.`;
  });
}

function given(environment: Environment): readonly (readonly [name: string, text: string | undefined])[] {
  return Object.entries(environment)
    .filter(([name]) => name.toUpperCase().startsWith(PREFIX))
    .map(([name, text]) => [name.slice(PREFIX.length).toLowerCase(), text] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
