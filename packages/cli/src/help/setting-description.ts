import type { SettingName } from "@forgehand/tasks/settings/settings";
import { TASK_NAMES, type TaskName } from "@forgehand/tasks/settings/values";
import generated from "./descriptions.json" with { type: "json" };

type Descriptions = Readonly<Record<string, string | Partial<Record<TaskName, string>>>>;

/** Descriptions that differ from those of the action's inputs. */
const OWN: Descriptions = {
  config:
    "The path of a configuration file that declares many targets and tasks. Flags override it. Default: forgehand.yml or .github/forgehand.yml, if it exists.",
  "api-url":
    "The base URL of the API. Default: GITHUB_API_URL, the API of GH_HOST, or https://api.github.com. Must be https, except on this machine.",
  "value-file": {
    "rotate-secrets":
      "The file that contains the new value, byte by byte; - for standard input, without the line break at its end.",
  },
  since: {
    "rotate-secrets":
      "Secrets set after this time count as rotated. The default is the creation time of the workflow run that this command is part of.",
  },
};

const DESCRIPTIONS: Descriptions = { ...generated, ...OWN };

/** Returns a setting's description for a task, or for all of its tasks. */
export function settingDescription(name: SettingName, task?: TaskName): string {
  const description = DESCRIPTIONS[name] ?? "";
  if (typeof description === "string") return description;
  if (task !== undefined) return description[task] ?? "";
  return TASK_NAMES.flatMap((each) => description[each] ?? []).join(" ");
}
