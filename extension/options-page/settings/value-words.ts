import type { Word } from "../../locales/words.ts";
import { LANGUAGES, type Language, THEMES, type Theme } from "../../settings.ts";
import { t, tn } from "../../ui/words.ts";

const THEME_WORDS = { auto: "themeAuto", light: "themeLight", dark: "themeDark" } as const satisfies Record<
  Theme,
  Word
>;

/** Each in its own words: whoever looks for theirs may not read the one that is spoken. */
const LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
  zh_CN: "简体中文",
} as const satisfies Record<Language, string>;

export const themeName = (theme: Theme): string => t(THEME_WORDS[theme]);

export const languageName = (language: "auto" | Language): string =>
  language === "auto" ? t("languageAuto") : LANGUAGE_NAMES[language];

/** How long tokens stay open: `30 minutes`, `4 hours`. */
export function lockAfterName(minutes: number): string {
  if (minutes === 0) return t("lockAfterNever");
  return minutes < 60 ? tn("lockAfterMinutes", minutes) : tn("lockAfterHours", minutes / 60);
}

/** What a setting is set to, by the setting's path. */
export function valueName(setting: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return t(value ? "isOn" : "isOff");
  if (typeof value === "number") return lockAfterName(value);
  const theme = setting === "theme" ? THEMES.find((theme) => theme === value) : undefined;
  if (theme) return themeName(theme);
  if (setting === "language") return languageName(LANGUAGES.find((language) => language === value) ?? "auto");
  return value === "" ? t("keysNone") : value;
}
