import * as z from "zod/mini";
import { maskingOf, withoutPasswords } from "./mask.ts";
import { type Settings, type Source, settingsOf } from "./read.ts";
import { SETTING_NAMES, SETTINGS } from "./settings.ts";
import type { SettingName } from "./values.ts";

/** The step's variables, as the runner gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What an input says; undefined where it is left out or empty, which is the same to a runner. */
export function inputText(environment: Environment, name: SettingName): string | undefined {
  const text = environment[`INPUT_${name.toUpperCase()}`] ?? "";
  return (SETTINGS[name].verbatim ? text : text.trim()) || undefined;
}

/** The step's inputs. @param mask hears of each secret at once, whether it is right or not */
function inputSource(environment: Environment, mask: (secret: string) => void): Source {
  for (const name of SETTING_NAMES) {
    const text = SETTINGS[name].secret && inputText(environment, name);
    if (text) for (const form of maskingOf(text)) mask(form);
  }
  const named = (name: SettingName) => `The input "${name}"`;
  return {
    named,
    read(name) {
      const text = inputText(environment, name);
      if (text === undefined) return undefined;
      return z.safeParse(SETTINGS[name].text(), text);
    },
    quoted(name) {
      if (SETTINGS[name].secret) return named(name);
      return `${named(name)} is ${JSON.stringify(withoutPasswords(inputText(environment, name) ?? ""))}, which`;
    },
  };
}

/** The step's inputs as settings. @param mask as above */
export function readInputs(environment: Environment, mask: (secret: string) => void): Settings {
  return settingsOf(inputSource(environment, mask));
}
