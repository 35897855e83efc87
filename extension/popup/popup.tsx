import { useEffect, useState } from "preact/hooks";
import type { AccountName, AccountSummary } from "../messages/accounts.ts";
import type { Problem } from "../messages/problem.ts";
import { ask, problemIn } from "../ui/ask.ts";
import { t } from "../ui/words.ts";
import { AccountChoice } from "./account-choice.tsx";
import { Gauges } from "./gauge.tsx";
import { PageLink } from "./page-link.tsx";
import { RecentProblems } from "./recent-problems.tsx";
import { WaitingReviews } from "./reviews.tsx";
import { ThisPage } from "./this-page.tsx";
import { Unlock } from "./unlock.tsx";
import { useAnswer } from "./use-answer.ts";
import { type Place, usePlace } from "./use-place.ts";

/** What the toolbar's button opens: this page's controls, and how the account in use is doing. */
export function Popup() {
  const place = usePlace();
  const [accounts, setAccounts] = useState<readonly AccountSummary[]>();
  const [problem, setProblem] = useState<Problem>();
  const [chosen, choose] = useState<AccountName>();
  const [acts, setActs] = useState(0);
  const take = (asked: Promise<readonly AccountSummary[]>) =>
    void asked.then(
      (accounts) => {
        setAccounts(accounts);
        setProblem(undefined);
      },
      (error: unknown) => setProblem(problemIn(error)),
    );
  // Anew where another view let somebody else act here, or tokens were locked.
  useEffect(() => take(ask("accounts", {})), [place?.site?.login, place?.site?.locked]);

  if (!place || (!accounts && !problem)) return null;
  const inReach = accountsFor(place, accounts ?? []);
  const account = accountInUse(inReach, place, chosen);
  const locked = inReach.some(({ state }) => state === "locked");
  const use = ({ origin, login }: AccountName) => {
    // On a page of its host it acts from now on; elsewhere it is only looked at.
    if (origin === place.origin) take(ask("use-account", { origin, login }));
    else choose({ origin, login });
  };
  return (
    <>
      <header>
        <img src="/icon/icon.svg" alt="" />
        <h1>{t("name")}</h1>
        {account && <AccountChoice accounts={inReach} account={account} choose={use} />}
      </header>
      <main>
        {locked && <Unlock unlocked={() => take(ask("accounts", {}))} />}
        {!locked && <ThisPage place={place} account={account} use={use} acted={() => setActs((acts) => acts + 1)} />}
        {problem && (
          <p class="problem" role="alert">
            {problem.text}
          </p>
        )}
        {account?.state === "ready" && <WaitingReviews account={account} />}
        {account?.state === "ready" && <Limits account={account} acts={acts} />}
        <RecentProblems />
      </main>
      <footer>
        <PageLink address="/lists.html" text={t("openLists")} />
        <PageLink address="/options.html" text={t("openSettings")} />
      </footer>
    </>
  );
}

/** @param acts how often somebody changed something here: each time there is less left */
function Limits({ account, acts }: { readonly account: AccountName; readonly acts: number }) {
  const limits = useAnswer("limits", account);
  const { again } = limits;
  useEffect(() => {
    if (acts > 0) again();
  }, [acts, again]);
  return <Gauges account={account} limits={limits} />;
}

/** On a host's page its own accounts; on every other page all that there are. */
function accountsFor({ origin }: Place, accounts: readonly AccountSummary[]): readonly AccountSummary[] {
  const here = accounts.filter((account) => account.origin === origin);
  return here.length > 0 ? here : accounts;
}

/** @param chosen whom somebody wants to look at */
function accountInUse(accounts: readonly AccountSummary[], { origin }: Place, chosen: AccountName | undefined) {
  const acting = accounts.find(({ active }) => active) ?? accounts[0];
  if (acting?.origin === origin) return acting;
  return accounts.find((account) => account.origin === chosen?.origin && account.login === chosen.login) ?? acting;
}
