import { accountId } from "../lists/account-id.ts";
import { t } from "../locales/i18n.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import { AccountSelect } from "../ui/account-select.tsx";
import { Alert } from "../ui/alert.tsx";
import { callWorker } from "../ui/call-worker.ts";
import { formatAgo } from "../ui/format-time.ts";
import { useNow } from "./countdown.tsx";
import { isGathering } from "./gathering/gathering-text.ts";
import { RefreshIcon } from "./icons.tsx";
import { NO_FILTERS } from "./lists-route.ts";
import { useListsPage } from "./page-context.ts";
import { useAction } from "./use-action.ts";

/** The account, the age of its lists and a refresh button. */
export function Header({ accounts }: { readonly accounts: readonly AccountSummary[] }) {
  const { account, live, navigate } = useListsPage();
  const { gathering } = live;
  const now = useNow(30_000);
  return (
    <header class="page-head">
      <img src="/icon/icon.svg" alt="" />
      <h1>{t("openLists")}</h1>
      <AccountSelect
        accounts={accounts}
        account={account}
        label={t("listsOf")}
        hasHosts
        // Owners and languages differ between accounts.
        choose={(chosen) => navigate({ account: accountId(chosen), filters: NO_FILTERS })}
      />
      <div class="freshness">
        {gathering.endedAt !== null && !isGathering(gathering) && (
          <span class="dim">
            {t(gathering.state === "done" ? "refreshedAgo" : "triedAgo", formatAgo(gathering.endedAt, now))}
          </span>
        )}
        {gathering.state !== "never" && !isGathering(gathering) && <Refresh />}
      </div>
    </header>
  );
}

export function Refresh({ first = false }: { readonly first?: boolean }) {
  const { live } = useListsPage();
  const { run, problem } = useAction();
  return (
    <>
      <button
        type="button"
        class={first ? "primary" : undefined}
        onClick={() => run(() => callWorker("lists-refresh", { account: live.account }))}
      >
        <RefreshIcon />
        {t(first ? "gatherNow" : "refresh")}
      </button>
      <Alert text={problem} />
    </>
  );
}
