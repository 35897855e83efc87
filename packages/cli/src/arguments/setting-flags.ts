import { SETTING_NAMES, SETTINGS, type SettingName } from "@forgehand/tasks/settings/settings";
import type { CommandName } from "./commands.ts";

/** Settings that a command sets itself, and those that only make sense in a workflow. */
const NOT_FLAGS: readonly SettingName[] = [
  "mode",
  "shards",
  "reports",
  "pull-request-comment",
  "drift-issue",
  "report-token",
];

/** Returns the settings that are flags of commands. Secrets are not: other processes and the history show flags. */
export const SETTING_FLAGS: readonly SettingName[] = SETTING_NAMES.filter(
  (name) => !NOT_FLAGS.includes(name) && !SETTINGS[name].secret,
);

/** Returns the settings that are flags of a command. */
export function settingFlagsOf(command: CommandName): readonly SettingName[] {
  if (command === "redeliver") {
    return SETTING_FLAGS.filter((name) => {
      const { scope } = SETTINGS[name];
      return scope === "run" ? name !== "task" && name !== "config" : scope.includes("redeliver");
    });
  }
  return SETTING_FLAGS;
}

/** Returns the variable that sets a setting of the whole run; undefined for the settings of tasks. */
export function settingVariable(name: SettingName): string | undefined {
  const isVariable = SETTINGS[name].scope === "run" && !NOT_FLAGS.includes(name);
  return isVariable ? `FORGEHAND_${name.toUpperCase().replaceAll("-", "_")}` : undefined;
}

/** Returns how a secret is given instead of by a flag. */
export function secretAlternative(name: SettingName): string {
  const variable = settingVariable(name);
  if (name === "value")
    return "Use --value-env, --value-file, --value-command or --generate. --value-file - reads standard input.";
  if (name === "token") return "Set GH_TOKEN or FORGEHAND_TOKEN, use --gh, or leave it out to be asked.";
  if (name === "private-key") return `Use --private-key-file, or set ${variable}.`;
  return variable === undefined ? "Set it another way." : `Set ${variable}.`;
}
