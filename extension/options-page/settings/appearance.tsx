import { useId } from "preact/hooks";
import { t } from "../../locales/i18n.ts";
import { LANGUAGES, THEMES } from "../../settings.ts";
import type { OptionsState } from "../use-options.ts";
import { languageText, themeText } from "./value-text.ts";

export function Appearance({ options: { settings, change } }: { readonly options: OptionsState }) {
  const id = useId();
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
              <span>{themeText(theme)}</span>
            </label>
          ))}
        </fieldset>
        <div class="field">
          <label for={id}>{t("optLanguage")}</label>
          <select
            id={id}
            value={settings.language}
            onChange={({ currentTarget: { value } }) =>
              void change({ ...settings, language: LANGUAGES.find((language) => language === value) ?? "auto" })
            }
          >
            <option value="auto">{languageText("auto")}</option>
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language.replace("_", "-")}>
                {languageText(language)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </>
  );
}
