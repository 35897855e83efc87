import { useEffect, useRef } from "preact/hooks";
import { tokenKindText } from "../../host/token-kind.ts";
import { language, t } from "../../locales/i18n.ts";
import type { TokenConflict } from "../../messages/accounts.ts";
import { ABILITY_NAMES } from "./ability-list.tsx";

/** Asks whether a new token replaces the account's token of another kind, and says what would be lost. */
export function ReplaceToken({
  conflict: { login, current, added, losses },
  busy,
  replace,
  keep,
}: {
  readonly conflict: TokenConflict;
  readonly busy: boolean;
  readonly replace: () => void;
  readonly keep: () => void;
}) {
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // While an action runs, the buttons cannot have the focus.
    if (!busy) keepButton.current?.focus();
  }, [busy]);
  const names = losses.map((ability) => t(ABILITY_NAMES[ability]));
  return (
    <fieldset class="ask-first">
      <legend>{t("otherTokenAsk", login, t(tokenKindText(current)), t(tokenKindText(added)))}</legend>
      {names.length > 0 && <p class="wait">{t("otherTokenLoses", new Intl.ListFormat(language()).format(names))}</p>}
      <div class="buttons">
        <button type="button" class="careful" disabled={busy} onClick={replace}>
          {t("replaceToken")}
        </button>
        <button ref={keepButton} type="button" disabled={busy} onClick={keep}>
          {t("keepToken")}
        </button>
      </div>
    </fieldset>
  );
}
