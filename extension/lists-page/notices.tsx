import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import { reasonText } from "../lists/reason-text.ts";
import { t } from "../locales/i18n.ts";
import type { TextKey } from "../locales/text-keys.ts";
import type { AccountState } from "../messages/accounts.ts";
import { hostOf } from "./find-account.ts";
import { sourceText } from "./gathering/gathering-text.ts";
import { useListsPage } from "./page-context.ts";

/** Important messages about the account, the network and gathering. */
export function Notices() {
  const { account, live } = useListsPage();
  const { gathering } = live;
  const isOffline = useIsOffline();
  // The list of watched repositories is empty or missing almost everywhere, so its failure is not reported.
  const refused = gathering.sources.filter(
    ({ source, state, reason }) => source !== "watched" && state === "refused" && reason,
  );
  return (
    <div class="notices">
      {account.state !== "ready" && (
        <Notice kind="bad">
          {t(STATE_TEXTS[account.state], account.login, hostOf(account))}
          <button type="button" onClick={() => void browser.runtime.openOptionsPage()}>
            {t(account.state === "locked" ? "unlock" : "openOptions")}
          </button>
        </Notice>
      )}
      {isOffline && <Notice kind="wait">{t("youAreOffline")}</Notice>}
      {gathering.state === "failed" && gathering.reason && (
        <Notice kind="bad">{t("gatheringFailed", reasonText(gathering.reason))}</Notice>
      )}
      {gathering.watchUnavailable && (
        <Notice kind="wait">{t("watchIsUnknownHere", reasonText(gathering.watchUnavailable))}</Notice>
      )}
      {refused.map(({ source, reason }) => (
        <Notice key={source} kind="wait">
          {reason && t("sourceRefused", sourceText(source), reasonText(reason))}
        </Notice>
      ))}
    </div>
  );
}

const STATE_TEXTS = {
  locked: "accountLocked",
  "missing-token": "accountNoToken",
  "missing-permission": "accountNoPermission",
  "not-allowed": "accountNotAllowed",
} as const satisfies Record<Exclude<AccountState, "ready">, TextKey>;

function Notice({ kind, children }: { readonly kind: "bad" | "wait"; readonly children: ComponentChildren }) {
  return (
    <p class={`notice ${kind}`} role="status">
      {children}
    </p>
  );
}

function useIsOffline(): boolean {
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const controller = new AbortController();
    const update = () => setOffline(!navigator.onLine);
    addEventListener("online", update, { signal: controller.signal });
    addEventListener("offline", update, { signal: controller.signal });
    return () => controller.abort();
  }, []);
  return isOffline;
}
