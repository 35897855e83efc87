import { accountId } from "../lists/account-id.ts";
import { t } from "../locales/i18n.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import { Alert } from "../ui/alert.tsx";
import { callWorker } from "../ui/call-worker.ts";
import { formatAgo } from "../ui/format-time.ts";
import { useNow } from "./countdown.tsx";
import { hostOf } from "./find-account.ts";
import { isGathering } from "./gathering/gathering-text.ts";
import { RefreshIcon } from "./icons.tsx";
import { NO_FILTERS } from "./lists-route.ts";
import { useListsPage } from "./page-context.ts";
import { useAction } from "./use-action.ts";

/** The account, the age of its lists and a refresh button. */
export function Header({ accounts }: { readonly accounts: readonly AccountSummary[] }) {
  const { account, live } = useListsPage();
  const { gathering } = live;
  const now = useNow(30_000);
  return (
    <header class="page-head">
      <img src="/icon/icon.svg" alt="" />
      <h1>{t("openLists")}</h1>
      <AccountSelect accounts={accounts} account={account} />
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

function AccountSelect({
  accounts,
  account,
}: {
  readonly accounts: readonly AccountSummary[];
  readonly account: AccountSummary;
}) {
  const { navigate } = useListsPage();
  const nameOf = (summary: AccountSummary) => t("accountOn", summary.login, hostOf(summary));
  if (accounts.length === 1) return <span class="who">{nameOf(account)}</span>;
  return (
    <select
      class="who"
      aria-label={t("listsOf")}
      value={accountId(account)}
      onChange={({ currentTarget: { value } }) =>
        // Owners and languages differ between accounts.
        navigate({ account: value, filters: NO_FILTERS })
      }
    >
      {accounts.map((summary) => (
        <option key={accountId(summary)} value={accountId(summary)}>
          {nameOf(summary)}
        </option>
      ))}
    </select>
  );
}
