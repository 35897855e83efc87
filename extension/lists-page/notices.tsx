import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { reasonText } from "../lists/reason-words.ts";
import type { Word } from "../locales/words.ts";
import type { AccountState } from "../messages/accounts.ts";
import { ask } from "../ui/ask.ts";
import { t } from "../ui/words.ts";
import { hostOf } from "./account-name.ts";
import { sourceWord } from "./gathering/gathering-words.ts";
import { usePage } from "./page-context.ts";

/** What a person has to know before anything else, each said once. */
export function Notices() {
  const { account, live } = usePage();
  const { gathering } = live;
  const isOffline = useOffline();
  // The list of watched ones is empty or gone nearly everywhere: nobody misses it.
  const refused = gathering.sources.filter(
    ({ source, state, why }) => source !== "watched" && state === "refused" && why,
  );
  return (
    <div class="notices">
      {account.state !== "ready" && (
        <Notice kind="bad">
          {t(STATES[account.state], account.login, hostOf(account))}
          <button
            type="button"
            onClick={() => void ask("open", { what: account.state === "locked" ? "unlock" : "options" })}
          >
            {t(account.state === "locked" ? "unlock" : "openOptions")}
          </button>
        </Notice>
      )}
      {isOffline && <Notice kind="wait">{t("youAreOffline")}</Notice>}
      {gathering.state === "failed" && gathering.why && (
        <Notice kind="bad">{t("gatheringFailed", reasonText(gathering.why))}</Notice>
      )}
      {gathering.whyNoWatch && <Notice kind="wait">{t("watchIsUnknownHere", reasonText(gathering.whyNoWatch))}</Notice>}
      {refused.map(({ source, why }) => (
        <Notice key={source} kind="wait">
          {why && t("sourceRefused", sourceWord(source), reasonText(why))}
        </Notice>
      ))}
    </div>
  );
}

const STATES = {
  locked: "accountLocked",
  "no token": "accountNoToken",
  "no permission": "accountNoPermission",
  "not allowed": "accountNotAllowed",
} as const satisfies Record<Exclude<AccountState, "ready">, Word>;

function Notice({ kind, children }: { readonly kind: "bad" | "wait"; readonly children: ComponentChildren }) {
  return (
    <p class={`notice ${kind}`} role="status">
      {children}
    </p>
  );
}

function useOffline(): boolean {
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const away = new AbortController();
    const settle = () => setOffline(!navigator.onLine);
    addEventListener("online", settle, { signal: away.signal });
    addEventListener("offline", settle, { signal: away.signal });
    return () => away.abort();
  }, []);
  return isOffline;
}
