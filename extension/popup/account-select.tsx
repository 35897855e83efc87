import { t } from "../locales/i18n.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { AccountRef } from "../model/account-ref.ts";

export function AccountSelect({
  accounts,
  account,
  choose,
}: {
  readonly accounts: readonly AccountSummary[];
  readonly account: AccountRef;
  readonly choose: (account: AccountRef) => void;
}) {
  const hasSeveralHosts = new Set(accounts.map(({ origin }) => origin)).size > 1;
  const nameOf = ({ origin, login }: AccountRef) =>
    hasSeveralHosts ? t("accountOn", login, new URL(origin).host) : login;
  if (accounts.length === 1) {
    return (
      <span class="who" title={t("actsAs", account.login)}>
        {nameOf(account)}
      </span>
    );
  }
  return (
    <select
      aria-label={t("accountInUse")}
      value={idOf(account)}
      onChange={({ currentTarget }) => {
        const chosen = accounts.find((account) => idOf(account) === currentTarget.value);
        if (chosen) choose(chosen);
      }}
    >
      {accounts.map((account) => (
        <option key={idOf(account)} value={idOf(account)}>
          {nameOf(account)}
        </option>
      ))}
    </select>
  );
}

const idOf = ({ origin, login }: AccountRef) => `${origin} ${login}`;
