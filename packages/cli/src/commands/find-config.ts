import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { SETTINGS } from "@forgehand/tasks/settings/settings";
import type { Arguments } from "../arguments/parse-arguments.ts";

/** Paths of the configuration file, if none is given. */
export const CONFIG_FILES = ["forgehand.yml", ".github/forgehand.yml"] as const;

/**
 * Finds the configuration file that is read without `--config`. None is read if flags give a whole entry: a task with
 * settings of its own, which would otherwise override every entry of the file.
 */
export function findConfig({ settings, command }: Arguments, folder: string): string | undefined {
  if (command === "redeliver" || settings.has("config")) return undefined;
  const givesEntry = Array.from(settings.keys()).some((name) => SETTINGS[name].scope !== "run");
  if (settings.has("task") && givesEntry) return undefined;
  return CONFIG_FILES.find((path) => existsSync(resolve(folder, path)));
}
