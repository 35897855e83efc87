import type { AccountName, AccountSummary } from "../messages/accounts.ts";
import { t } from "../ui/words.ts";

/** The account in use, and the others that could be. */
export function AccountChoice({
  accounts,
  account,
  choose,
}: {
  readonly accounts: readonly AccountSummary[];
  readonly account: AccountName;
  readonly choose: (account: AccountName) => void;
}) {
  const severalHosts = new Set(accounts.map(({ origin }) => origin)).size > 1;
  const nameOf = ({ origin, login }: AccountName) =>
    severalHosts ? t("accountOn", login, new URL(origin).host) : login;
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

const idOf = ({ origin, login }: AccountName) => `${origin} ${login}`;
