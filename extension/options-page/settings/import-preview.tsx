import { t } from "../../locales/i18n.ts";
import type { TextKey } from "../../locales/text-keys.ts";
import type { SettingChange, SettingsImportPlan } from "../../messages/settings.ts";
import type { AccountRef } from "../../model/account-ref.ts";
import { CONTROL_IDS, CONTROLS } from "../../model/controls.ts";
import { CONTROL_SWITCHES } from "../../settings.ts";
import { SWITCH_TEXTS } from "./controls.tsx";
import { valueText } from "./value-text.ts";

/** Text key of each setting, by its path. */
const SETTING_NAMES: Readonly<Record<string, TextKey>> = {
  ...Object.fromEntries(CONTROL_SWITCHES.map((id) => [`controls.${id}`, SWITCH_TEXTS[id].name])),
  ...Object.fromEntries(CONTROL_IDS.map((id) => [`shortcuts.${id}`, CONTROLS[id].shortcutName])),
  theme: "optTheme",
  language: "optLanguage",
  lockAfter: "lockAfter",
};

export function ImportPreview({
  file: { name, plan },
  busy,
  confirm,
  cancel,
}: {
  readonly file: { readonly name: string; readonly plan: SettingsImportPlan };
  readonly busy: boolean;
  readonly confirm: () => void;
  readonly cancel: () => void;
}) {
  const { changes, added, existing, refused, unknown } = plan;
  const isEmpty = changes.length === 0 && added.length === 0;
  return (
    <fieldset class="preview">
      <legend>{isEmpty ? t("importNothing", name) : t("importWould", name)}</legend>
      <ul>
        {changes.map((change) => (
          <li key={change.setting}>{changeText(change)}</li>
        ))}
        <AccountLines textKey="importAdds" accounts={added} />
        <AccountLines textKey="importHas" accounts={existing} />
        <AccountLines textKey="importRefuses" accounts={refused} />
        {unknown.length > 0 && <li>{t("importIgnores", unknown.join(", "))}</li>}
      </ul>
      <div class="buttons">
        {!isEmpty && (
          <button type="button" class="primary" disabled={busy} onClick={confirm}>
            {t("importDo")}
          </button>
        )}
        <button type="button" onClick={cancel}>
          {t("optCancel")}
        </button>
      </div>
    </fieldset>
  );
}

function AccountLines({ textKey, accounts }: { readonly textKey: TextKey; readonly accounts: readonly AccountRef[] }) {
  return (
    <>
      {accounts.map(({ origin, login }) => (
        <li key={`${origin} ${login}`}>{t(textKey, login, origin)}</li>
      ))}
    </>
  );
}

function changeText({ setting, from, to }: SettingChange): string {
  const name = SETTING_NAMES[setting];
  return t("importChanges", name ? t(name) : setting, valueText(setting, from), valueText(setting, to));
}
