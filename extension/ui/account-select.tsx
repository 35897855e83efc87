import { accountId } from "../lists/account-id.ts";
import { t } from "../locales/i18n.ts";
import type { AccountRef } from "../model/account-ref.ts";

/** Lets the user choose among several accounts; shows the name of a single one. */
export function AccountSelect<A extends AccountRef>({
  accounts,
  account,
  label,
  title,
  hasHosts,
  choose,
}: {
  readonly accounts: readonly A[];
  readonly account: AccountRef;
  readonly label: string;
  /** Tooltip of a single account. */
  readonly title?: string;
  /** Whether the names include the hosts. */
  readonly hasHosts: boolean;
  readonly choose: (account: A) => void;
}) {
  const nameOf = ({ origin, login }: AccountRef) => (hasHosts ? t("accountOn", login, new URL(origin).host) : login);
  if (accounts.length === 1) {
    return (
      <span class="who" title={title}>
        {nameOf(account)}
      </span>
    );
  }
  return (
    <select
      class="who"
      aria-label={label}
      value={accountId(account)}
      onChange={({ currentTarget: { value } }) => {
        const chosen = accounts.find((account) => accountId(account) === value);
        if (chosen) choose(chosen);
      }}
    >
      {accounts.map((account) => (
        <option key={accountId(account)} value={accountId(account)}>
          {nameOf(account)}
        </option>
      ))}
    </select>
  );
}
