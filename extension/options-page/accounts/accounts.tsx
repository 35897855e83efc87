import { useState } from "preact/hooks";
import { t } from "../../locales/i18n.ts";
import type { AccountSummary } from "../../messages/accounts.ts";
import { PolicyProblem } from "../policy-problem.tsx";
import type { OptionsState } from "../use-options.ts";
import { AddAccount } from "./add-account.tsx";
import { HostCard } from "./host-card.tsx";

/** The hosts with their accounts, and a form that adds an account. */
export function Accounts({ options }: { readonly options: OptionsState }) {
  const { accounts, policy } = options;
  /** Host of the account whose token is replaced, or the host that the popup asks to add. */
  const [host, setHost] = useState<{ readonly origin: string } | undefined>(requestedHost);
  const hosts = Map.groupBy(accounts, ({ origin }) => origin);
  return (
    <>
      <p class="lead">{t("accountsLead")}</p>
      <PolicyProblem policy={policy} />
      {policy.allowedHosts && (
        <p class="panel decided">
          {t("hostsDecided", policy.allowedHosts.length ? policy.allowedHosts.join(", ") : t("hostsNone"))}
        </p>
      )}
      {hosts.size === 0 && <p class="panel empty">{t("noAccounts")}</p>}
      {[...hosts].map(([origin, hostAccounts]) => (
        <HostCard
          key={origin}
          origin={origin}
          accounts={sortByLogin(hostAccounts)}
          options={options}
          newToken={setHost}
        />
      ))}
      {options.lock !== "locked" && (
        <AddAccount key={host?.origin} options={options} host={host?.origin} added={() => setHost(undefined)} />
      )}
    </>
  );
}

/** Reads the host from the URL, with which the popup links to this page. */
function requestedHost(): { readonly origin: string } | undefined {
  const origin = new URLSearchParams(location.search).get("host");
  return origin === null ? undefined : { origin };
}

const sortByLogin = (accounts: readonly AccountSummary[]) =>
  accounts.toSorted((a, b) => a.login.localeCompare(b.login));
