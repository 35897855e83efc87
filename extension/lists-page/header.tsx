import { useState } from "preact/hooks";
import { accountId } from "../lists/account-id.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { Problem } from "../messages/problem.ts";
import { ask, problemIn } from "../ui/ask.ts";
import { ago } from "../ui/times.ts";
import { t } from "../ui/words.ts";
import { hostOf } from "./account-name.ts";
import { useNow } from "./clock.tsx";
import { isGathering } from "./gathering/gathering-words.ts";
import { RefreshIcon } from "./icons.tsx";
import { usePage } from "./page-context.ts";
import { NO_FILTERS } from "./place.ts";

/** Whose lists these are, how old they are, and the way to have them anew. */
export function Header({ accounts }: { readonly accounts: readonly AccountSummary[] }) {
  const { account, live } = usePage();
  const { gathering } = live;
  const now = useNow(30_000);
  return (
    <header class="page-head">
      <img src="/icon/icon.svg" alt="" />
      <h1>{t("openLists")}</h1>
      <Account accounts={accounts} account={account} />
      <div class="freshness">
        {gathering.endedAt !== null && !isGathering(gathering) && (
          <span class="dim">
            {t(gathering.state === "done" ? "refreshedAgo" : "triedAgo", ago(gathering.endedAt, now))}
          </span>
        )}
        {gathering.state !== "never" && !isGathering(gathering) && <Refresh />}
      </div>
    </header>
  );
}

/** Gathers anew. */
export function Refresh({ first = false }: { readonly first?: boolean }) {
  const { live } = usePage();
  const [problem, setProblem] = useState<Problem>();
  return (
    <>
      <button
        type="button"
        class={first ? "primary" : undefined}
        onClick={() => {
          setProblem(undefined);
          ask("lists-refresh", { account: live.account }).catch((error: unknown) => setProblem(problemIn(error)));
        }}
      >
        <RefreshIcon />
        {t(first ? "gatherNow" : "refresh")}
      </button>
      {problem && (
        <p class="problem" role="alert">
          {problem.text}
        </p>
      )}
    </>
  );
}

function Account({
  accounts,
  account,
}: {
  readonly accounts: readonly AccountSummary[];
  readonly account: AccountSummary;
}) {
  const { go } = usePage();
  const nameOf = (one: AccountSummary) => t("accountOn", one.login, hostOf(one));
  if (accounts.length === 1) return <span class="who">{nameOf(account)}</span>;
  return (
    <select
      class="who"
      aria-label={t("listsOf")}
      value={accountId(account)}
      onChange={({ currentTarget: { value } }) =>
        // Another account has other owners and languages.
        go({ account: value, filters: NO_FILTERS })
      }
    >
      {accounts.map((one) => (
        <option key={accountId(one)} value={accountId(one)}>
          {nameOf(one)}
        </option>
      ))}
    </select>
  );
}
