import type { Word } from "../../locales/words.ts";
import type { AccountName } from "../../messages/accounts.ts";
import type { ImportPlan, SettingChange } from "../../messages/settings.ts";
import { t } from "../../ui/words.ts";
import { valueName } from "./value-words.ts";

/** What each setting is called, by its path. */
const NAMES: Readonly<Record<string, Word>> = {
  "controls.star": "ableStar",
  "controls.watch": "ableWatch",
  "controls.review-request": "ableReviews",
  "controls.rows": "switchRows",
  "shortcuts.star": "keysForStar",
  "shortcuts.watch": "keysForWatch",
  "shortcuts.review-request": "keysForReviews",
  theme: "optTheme",
  language: "optLanguage",
  lockAfter: "lockAfter",
};

/** What a file would do, before it does it. */
export function ImportPreview({
  file: { name, plan },
  busy,
  go,
  cancel,
}: {
  readonly file: { readonly name: string; readonly plan: ImportPlan };
  readonly busy: boolean;
  readonly go: () => void;
  readonly cancel: () => void;
}) {
  const { changes, added, there, refused, unknown } = plan;
  const isNothing = changes.length === 0 && added.length === 0;
  return (
    <fieldset class="preview">
      <legend>{isNothing ? t("importNothing", name) : t("importWould", name)}</legend>
      <ul>
        {changes.map((change) => (
          <li key={change.setting}>{inWords(change)}</li>
        ))}
        <Names word="importAdds" accounts={added} />
        <Names word="importHas" accounts={there} />
        <Names word="importRefuses" accounts={refused} />
        {unknown.length > 0 && <li>{t("importIgnores", unknown.join(", "))}</li>}
      </ul>
      <div class="buttons">
        {!isNothing && (
          <button type="button" class="primary" disabled={busy} onClick={go}>
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

function Names({ word, accounts }: { readonly word: Word; readonly accounts: readonly AccountName[] }) {
  return (
    <>
      {accounts.map(({ origin, login }) => (
        <li key={`${origin} ${login}`}>{t(word, login, origin)}</li>
      ))}
    </>
  );
}

function inWords({ setting, from, to }: SettingChange): string {
  const name = NAMES[setting];
  return t("importChanges", name ? t(name) : setting, valueName(setting, from), valueName(setting, to));
}
