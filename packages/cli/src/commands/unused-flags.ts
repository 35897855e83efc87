import { SETTINGS } from "@forgehand/tasks/settings/settings";
import type { TaskName } from "@forgehand/tasks/settings/values";
import type { Arguments } from "../arguments/parse-arguments.ts";

/** Returns warnings about flags that none of the tasks uses. */
export function unusedFlags({ settings }: Arguments, tasks: readonly TaskName[]): readonly string[] {
  return Array.from(settings.keys()).flatMap((name) => {
    const { scope } = SETTINGS[name];
    if (scope === "run" || scope.some((task) => tasks.includes(task))) return [];
    return [`--${name} is not used here, only by ${scope.join(" and ")}.`];
  });
}
