import { useEffect, useState } from "preact/hooks";
import { t } from "../locales/i18n.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { AccountRef } from "../model/account-ref.ts";
import type { Problem } from "../model/problem.ts";
import { AccountSelect } from "../ui/account-select.tsx";
import { Alert } from "../ui/alert.tsx";
import { callWorker, toProblem } from "../ui/call-worker.ts";
import { HeldChanges } from "./held-changes.tsx";
import { PageLink } from "./page-link.tsx";
import { PendingReviewList } from "./pending-reviews.tsx";
import { RateLimitGauges } from "./rate-limit-gauges.tsx";
import { RecentProblems } from "./recent-problems.tsx";
import { ThisPage } from "./this-page.tsx";
import { UnlockForm } from "./unlock.tsx";
import { useCachedResponse } from "./use-cached-response.ts";
import { type PopupContext, usePopupContext } from "./use-popup-context.ts";

/** The popup: controls of the current page, and the state of the selected account. */
export function Popup() {
  const context = usePopupContext();
  const [accounts, setAccounts] = useState<readonly AccountSummary[]>();
  const [problem, setProblem] = useState<Problem>();
  const [chosen, choose] = useState<AccountRef>();
  const [changeCount, setChangeCount] = useState(0);
  const updateAccounts = (response: Promise<readonly AccountSummary[]>) =>
    void response.then(
      (accounts) => {
        setAccounts(accounts);
        setProblem(undefined);
      },
      (error: unknown) => setProblem(toProblem(error)),
    );
  // Reads the accounts again after another view switched the account or tokens were locked.
  useEffect(() => updateAccounts(callWorker("accounts", {})), [context?.site?.login, context?.site?.locked]);

  if (!context || (!accounts && !problem)) return null;
  const available = availableAccounts(context, accounts ?? []);
  const account = selectedAccount(available, context, chosen);
  const locked = available.some(({ state }) => state === "locked");
  const countChange = () => setChangeCount((changeCount) => changeCount + 1);
  const selectAccount = ({ origin, login }: AccountRef) => {
    // On a page of its host, the account becomes the active one; elsewhere it is only displayed.
    if (origin === context.origin) updateAccounts(callWorker("use-account", { origin, login }));
    else choose({ origin, login });
  };
  return (
    <>
      <header>
        <img src="/icon/icon.svg" alt="" />
        <h1>{t("name")}</h1>
        {account && (
          <AccountSelect
            accounts={available}
            account={account}
            label={t("accountInUse")}
            title={t("actsAs", account.login)}
            hasHosts={new Set(available.map(({ origin }) => origin)).size > 1}
            choose={selectAccount}
          />
        )}
      </header>
      <main>
        {locked && <UnlockForm onUnlock={() => updateAccounts(callWorker("accounts", {}))} />}
        {!locked && context.tab !== undefined && <HeldChanges tab={context.tab} onChange={countChange} />}
        {!locked && (
          <ThisPage context={context} account={account} selectAccount={selectAccount} onChange={countChange} />
        )}
        <Alert text={problem?.text} />
        {account?.state === "ready" && <PendingReviewList account={account} />}
        {account?.state === "ready" && <RateLimits account={account} changeCount={changeCount} />}
        <RecentProblems />
      </main>
      <footer>
        <PageLink address="/lists.html" text={t("openLists")} />
        <PageLink address="/options.html" text={t("openSettings")} />
      </footer>
    </>
  );
}

/** @param changeCount number of changes made; each one uses up some of the limit */
function RateLimits({ account, changeCount }: { readonly account: AccountRef; readonly changeCount: number }) {
  const limits = useCachedResponse("limits", account);
  const { reload } = limits;
  useEffect(() => {
    if (changeCount > 0) reload();
  }, [changeCount, reload]);
  return <RateLimitGauges account={account} limits={limits} />;
}

/** Returns the accounts of the page's host if there are any, otherwise all accounts. */
function availableAccounts({ origin }: PopupContext, accounts: readonly AccountSummary[]): readonly AccountSummary[] {
  const here = accounts.filter((account) => account.origin === origin);
  return here.length > 0 ? here : accounts;
}

/** @param chosen account selected by the user */
function selectedAccount(
  accounts: readonly AccountSummary[],
  { origin }: PopupContext,
  chosen: AccountRef | undefined,
) {
  const activeAccount = accounts.find(({ active }) => active) ?? accounts[0];
  if (activeAccount?.origin === origin) return activeAccount;
  return (
    accounts.find((account) => account.origin === chosen?.origin && account.login === chosen.login) ?? activeAccount
  );
}
