import { useId } from "preact/hooks";
import type { Word } from "../../locales/words.ts";
import { LANGUAGES, type Language, THEMES, type Theme } from "../../settings.ts";
import { t } from "../../ui/words.ts";
import type { Options } from "../use-options.ts";

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

/** How everything looks and speaks. */
export function Look({ options: { settings, change } }: { readonly options: Options }) {
  const id = useId();
  const isLanguage = (value: string): value is Language => LANGUAGES.some((language) => language === value);
  return (
    <>
      <p class="lead">{t("lookLead")}</p>
      <div class="panel">
        <fieldset class="themes">
          <legend>{t("optTheme")}</legend>
          {THEMES.map((theme) => (
            <label key={theme} class={`theme ${theme}`}>
              <input
                type="radio"
                name="theme"
                checked={settings.theme === theme}
                onChange={() => void change({ ...settings, theme })}
              />
              <span>{t(THEME_WORDS[theme])}</span>
            </label>
          ))}
        </fieldset>
        <div class="field">
          <label for={id}>{t("optLanguage")}</label>
          <select
            id={id}
            value={settings.language}
            onChange={({ currentTarget: { value } }) =>
              void change({ ...settings, language: isLanguage(value) ? value : "auto" })
            }
          >
            <option value="auto">{t("languageAuto")}</option>
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language.replace("_", "-")}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </select>
        </div>
      </div>
    </>
  );
}
