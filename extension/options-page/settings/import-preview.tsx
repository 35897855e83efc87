import { useId, useState } from "preact/hooks";
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
  "reviews.badge": "reviewBadge",
  "reviews.notifications": "reviewNotifications",
};

export function ImportPreview({
  file: { name, plan },
  busy,
  confirm,
  cancel,
}: {
  readonly file: { readonly name: string; readonly plan: SettingsImportPlan };
  readonly busy: boolean;
  /** @param allowWeaker whether settings that protect tokens less are imported too */
  readonly confirm: (allowWeaker: boolean) => void;
  readonly cancel: () => void;
}) {
  const { changes, weaker, added, existing, refused, unknown } = plan;
  const id = useId();
  const [allowsWeaker, setAllowsWeaker] = useState(false);
  const isEmpty = changes.length === 0 && added.length === 0 && !allowsWeaker;
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
      {weaker.length > 0 && (
        <div class="choice">
          <input
            id={id}
            type="checkbox"
            checked={allowsWeaker}
            onChange={({ currentTarget }) => setAllowsWeaker(currentTarget.checked)}
          />
          <label for={id}>{t("importWeaker", weaker.map(changeText).join("; "))}</label>
        </div>
      )}
      <div class="buttons">
        {!isEmpty && (
          <button type="button" class="primary" disabled={busy} onClick={() => confirm(allowsWeaker)}>
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
