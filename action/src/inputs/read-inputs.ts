import type { Environment } from "@forgehand/tasks/host";
import type { Settings } from "@forgehand/tasks/settings/create-settings";
import { SETTING_NAMES, SETTINGS, type SettingName } from "@forgehand/tasks/settings/settings";
import {
  createTextSettings,
  type SettingTexts,
  secretsInSetting,
  settingText,
} from "@forgehand/tasks/settings/text-settings";

/** Returns the step's inputs as texts. The runner does not distinguish a missing input from an empty one. */
function inputTexts(environment: Environment): SettingTexts {
  return {
    text: (name) => environment[`INPUT_${name.toUpperCase()}`],
    subject: (name) => `The input "${name}"`,
  };
}

/**
 * Reads the step's inputs as settings.
 * @param mask called with every secret, valid or not, before any input is validated
 */
export function readInputs(environment: Environment, mask: (secret: string) => void): Settings {
  const texts = inputTexts(environment);
  for (const secret of SETTING_NAMES.flatMap((name) => secretsOf(texts, name))) mask(secret);
  return createTextSettings(texts);
}

/** Returns the credentials among the inputs of the step. */
export function inputCredentials(environment: Environment): readonly string[] {
  const texts = inputTexts(environment);
  return SETTING_NAMES.filter((name) => SETTINGS[name].scope === "run").flatMap((name) => secretsOf(texts, name));
}

function secretsOf(texts: SettingTexts, name: SettingName): readonly string[] {
  const text = settingText(texts, name);
  return text === undefined ? [] : secretsInSetting(name, text);
}
