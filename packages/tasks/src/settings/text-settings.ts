import * as z from "zod/mini";
import { createSettings, type Settings } from "./create-settings.ts";
import { quoteValue } from "./quote-value.ts";
import { secretsInRedisUrl } from "./redis-url.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

/** Settings as texts, such as a step's inputs or a command's options. */
export interface SettingTexts {
  /** Returns the text of a setting; undefined if it was not given. */
  readonly text: (name: SettingName) => string | undefined;
  /** Returns the start of messages about a setting, such as `The input "hook"`. */
  readonly subject: (name: SettingName) => string;
  /** Returns an example of a valid value; default: as an input of a step. */
  readonly example?: (name: SettingName) => string;
}

/** Returns a setting's text without the white space around it; undefined if nothing is left. */
export function settingText({ text }: Pick<SettingTexts, "text">, name: SettingName): string | undefined {
  const given = text(name) ?? "";
  return (SETTINGS[name].verbatim ? given : given.trim()) || undefined;
}

/** Returns the secrets in the text of a setting, valid or not. */
export function secretsInSetting(name: SettingName, text: string): readonly string[] {
  if (!SETTINGS[name].secret) return [];
  return name === "redis-url" ? secretsInRedisUrl(text) : [text];
}

/** Creates settings whose values are read from texts. An empty text means that the setting is not given. */
export function createTextSettings(texts: SettingTexts): Settings {
  return createSettings({
    subject: texts.subject,
    ...(texts.example && { example: texts.example }),
    read(name) {
      const text = settingText(texts, name);
      return text === undefined ? undefined : z.safeParse(SETTINGS[name].text(), text, { reportInput: true });
    },
    gotClause(name, { path: [index], input }) {
      if (SETTINGS[name].secret) return "";
      const text = settingText(texts, name) ?? "";
      // Of several items, only the invalid one is quoted.
      const isItem = typeof index === "number" && input !== text;
      return isItem ? `, got ${quoteValue(input)} (item ${index + 1} of the list)` : `, got ${quoteValue(text)}`;
    },
  });
}
