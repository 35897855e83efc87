import type { Settings } from "./create-settings.ts";
import type { SettingName } from "./settings.ts";
import { createTextSettings } from "./text-settings.ts";

/** Creates settings from texts, as a step creates them from its inputs. */
export function settingsOf(texts: Partial<Record<SettingName, string>>): Settings {
  return createTextSettings({ text: (name) => texts[name], subject: (name) => `The input "${name}"` });
}
