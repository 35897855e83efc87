import type { Settings } from "@forgehand/tasks/settings/create-settings";
import type { SettingName } from "@forgehand/tasks/settings/settings";

/** Settings that remember which one was missing or invalid, so that it can be asked for. */
export interface TrackedSettings {
  readonly settings: Settings;
  /** Returns the setting that the last problem was about; undefined if there was none. */
  readonly problematic: () => SettingName | undefined;
}

/** Creates tracked settings. */
export function trackSettings(settings: Settings): TrackedSettings {
  let last: SettingName | undefined;
  return {
    problematic: () => last,
    settings: {
      ...settings,
      required(name) {
        last = name;
        const value = settings.required(name);
        last = undefined;
        return value;
      },
      problem(name, problem) {
        last = name;
        return settings.problem(name, problem);
      },
    },
  };
}
