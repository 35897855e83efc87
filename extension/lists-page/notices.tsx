import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import { hasWatchedList } from "../lists/gathering.ts";
import { reasonText } from "../lists/reason-text.ts";
import { t, tn } from "../locales/i18n.ts";
import type { TextKey } from "../locales/text-keys.ts";
import type { AccountState } from "../messages/accounts.ts";
import { useSignalEffect } from "../ui/use-signal-effect.ts";
import { hostOf } from "./find-account.ts";
import { CheckAll } from "./gathering/check-all.tsx";
import { isGathering, sourceText, watchedListText } from "./gathering/gathering-text.ts";
import type { LiveLists } from "./live-lists.ts";
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
  const unknownWatches = useUnknownWatches(live);
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
      {gathering.watchUnavailable && !hasWatchedList(gathering) && (
        <Notice kind="wait">{t("watchIsUnknownHere", reasonText(gathering.watchUnavailable))}</Notice>
      )}
      {unknownWatches > 0 && (
        <Notice kind="wait">
          {[watchedListText(account.origin, gathering), tn("watchUnknown", unknownWatches), t("checksOnView")].join(
            " ",
          )}
          <CheckAll />
        </Notice>
      )}
      {refused.map(({ source, reason }) => (
        <Notice key={source} kind="wait">
          {reason && t("sourceRefused", sourceText(source), reasonText(reason))}
        </Notice>
      ))}
    </div>
  );
}

/**
 * Counts the repositories whose watch state is unknown because they have not been checked. Where the host lists watched
 * repositories, the others need no notice.
 */
function useUnknownWatches({ gathering, entries }: LiveLists): number {
  const isComplete = isGathering(gathering) || hasWatchedList(gathering) || gathering.watchUnavailable !== null;
  return useMemo(
    () =>
      isComplete ? 0 : [...entries.values()].filter(({ watchReason }) => watchReason?.kind === "not-checked").length,
    [entries, isComplete],
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
  useSignalEffect((signal) => {
    const update = () => setOffline(!navigator.onLine);
    addEventListener("online", update, { signal });
    addEventListener("offline", update, { signal });
  }, []);
  return isOffline;
}
