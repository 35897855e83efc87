import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { SETTINGS, type SettingName } from "@forgehand/tasks/settings/settings";
import type { CommandName } from "../arguments/commands.ts";

/** Paths of the configuration file, if none is given. */
export const CONFIG_FILES = ["forgehand.yml", ".github/forgehand.yml"] as const;

/**
 * Finds the configuration file that is read if none is given. None is read if the settings are a whole entry: a task with
 * settings of its own, which would otherwise override every entry of the file.
 * @param given the settings that flags and variables give
 */
export function findConfig(
  command: CommandName | undefined,
  given: ReadonlyMap<SettingName, unknown>,
  folder: string,
): string | undefined {
  if (command === "redeliver" || given.has("config")) return undefined;
  const givesEntry = Array.from(given.keys()).some((name) => SETTINGS[name].scope !== "run");
  if (given.has("task") && givesEntry) return undefined;
  return CONFIG_FILES.find((path) => existsSync(resolve(folder, path)));
}
