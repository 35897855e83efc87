import * as z from "zod/mini";
import { createSettings, type Settings, type SettingsSource } from "./create-settings.ts";
import { quoteValue } from "./quote-value.ts";
import { SETTING_NAMES, SETTINGS } from "./settings.ts";
import type { SettingName } from "./values.ts";

/** Environment variables of the step. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the text of an input; undefined if it is missing or empty: the runner does not distinguish the two. */
export function inputText(environment: Environment, name: SettingName): string | undefined {
  const text = environment[`INPUT_${name.toUpperCase()}`] ?? "";
  return (SETTINGS[name].verbatim ? text : text.trim()) || undefined;
}

/**
 * Creates the source of the step's inputs.
 * @param mask called with every secret, valid or not, before any input is validated
 */
function inputSource(environment: Environment, mask: (secret: string) => void): SettingsSource {
  for (const name of SETTING_NAMES) {
    const text = SETTINGS[name].secret && inputText(environment, name);
    if (text) mask(text);
  }
  const subject = (name: SettingName) => `The input "${name}"`;
  return {
    subject,
    read(name) {
      const text = inputText(environment, name);
      if (text === undefined) return undefined;
      return z.safeParse(SETTINGS[name].text(), text);
    },
    gotClause(name) {
      if (SETTINGS[name].secret) return "";
      return `, got ${quoteValue(inputText(environment, name) ?? "")}`;
    },
  };
}

/**
 * Reads the step's inputs as settings.
 * @param mask called with every secret, valid or not, before any input is validated
 */
export function readInputs(environment: Environment, mask: (secret: string) => void): Settings {
  return createSettings(inputSource(environment, mask));
}
