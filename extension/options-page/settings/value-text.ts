import { t, tn } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import { LANGUAGES, type Language, THEMES, type Theme } from "../../settings.ts";

const THEME_TEXTS = { auto: "themeAuto", light: "themeLight", dark: "themeDark" } as const satisfies Record<
  Theme,
  TextKey
>;

/** Each language in its own words, so that users can find theirs. */
const LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
  zh_CN: "简体中文",
} as const satisfies Record<Language, string>;

export const themeText = (theme: Theme): string => t(THEME_TEXTS[theme]);

export const languageText = (language: "auto" | Language): string =>
  language === "auto" ? t("languageAuto") : LANGUAGE_NAMES[language];

/** Auto-lock delay: `30 minutes`, `4 hours`. */
export function lockAfterText(minutes: number): string {
  if (minutes === 0) return t("lockAfterNever");
  return minutes < 60 ? tn("lockAfterMinutes", minutes) : tn("lockAfterHours", minutes / 60);
}

/** Text of a setting's value, by the setting's path. */
export function valueText(setting: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return t(value ? "isOn" : "isOff");
  if (typeof value === "number") return lockAfterText(value);
  const theme = setting === "theme" ? THEMES.find((theme) => theme === value) : undefined;
  if (theme) return themeText(theme);
  if (setting === "language") return languageText(LANGUAGES.find((language) => language === value) ?? "auto");
  return value === "" ? t("keysNone") : value;
}
