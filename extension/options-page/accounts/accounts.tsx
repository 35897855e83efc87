import { useState } from "preact/hooks";
import type { AccountSummary } from "../../messages/accounts.ts";
import { t } from "../../ui/words.ts";
import type { Options } from "../use-options.ts";
import { AddAccount } from "./add-account.tsx";
import { HostCard } from "./host-card.tsx";

/** Hosts and who acts there, and the form for one more. */
export function Accounts({ options }: { readonly options: Options }) {
  const { accounts, policy } = options;
  /** Whose token is to be replaced, or which host the popup wants added. */
  const [host, setHost] = useState<{ readonly origin: string } | undefined>(hostAsked);
  const hosts = Map.groupBy(accounts, ({ origin }) => origin);
  return (
    <>
      <p class="lead">{t("accountsLead")}</p>
      {policy.allowedHosts && (
        <p class="panel decided">
          {t("hostsDecided", policy.allowedHosts.length ? policy.allowedHosts.join(", ") : t("hostsNone"))}
        </p>
      )}
      {hosts.size === 0 && <p class="panel empty">{t("noAccounts")}</p>}
      {[...hosts].map(([origin, here]) => (
        <HostCard key={origin} origin={origin} accounts={sorted(here)} options={options} newToken={setHost} />
      ))}
      {options.lock !== "locked" && (
        <AddAccount key={host?.origin} options={options} host={host?.origin} added={() => setHost(undefined)} />
      )}
    </>
  );
}

/** The popup leads here with the host of the page that somebody was on. */
function hostAsked(): { readonly origin: string } | undefined {
  const origin = new URLSearchParams(location.search).get("host");
  return origin === null ? undefined : { origin };
}

const sorted = (accounts: readonly AccountSummary[]) => accounts.toSorted((a, b) => a.login.localeCompare(b.login));
