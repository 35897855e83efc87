import * as z from "zod/mini";
import { maskingOf } from "./mask.ts";
import { type Settings, type Source, settingsOf } from "./read.ts";
import { SETTING_NAMES, SETTINGS, type SettingName } from "./settings.ts";

/** The step's variables, as the runner gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What an input says; undefined where it is left out or empty, which is the same to a runner. */
export function inputText(environment: Environment, name: SettingName): string | undefined {
  const text = environment[`INPUT_${name.toUpperCase()}`] ?? "";
  return (SETTINGS[name].verbatim ? text : text.trim()) || undefined;
}

/** The step's inputs. @param mask hears of each secret at once, whether it is right or not */
export function inputSource(environment: Environment, mask: (secret: string) => void): Source {
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
      // An address may hold a password.
      const harmless = (inputText(environment, name) ?? "").replace(/\/\/[^/@]*@/, "//…@");
      return `${named(name)} is ${JSON.stringify(harmless)}, which`;
    },
  };
}

/** The same as settings. */
export function readInputs(environment: Environment, mask: (secret: string) => void): Settings {
  return settingsOf(inputSource(environment, mask));
}
