import { useState } from "preact/hooks";
import { browser } from "wxt/browser";
import { hostPattern } from "../../host/host-pattern.ts";
import { t } from "../../locales/i18n.ts";
import type { AccountSummary } from "../../messages/accounts.ts";
import { FormError, type OptionsState } from "../use-options.ts";
import { AccountRow } from "./account-row.tsx";

/** A host with its accounts. */
export function HostCard({
  origin,
  accounts,
  options,
  newToken,
}: {
  readonly origin: string;
  readonly accounts: readonly AccountSummary[];
  readonly options: OptionsState;
  readonly newToken: (account: AccountSummary) => void;
}) {
  const { run, send, busy } = options;
  const isAllowed = accounts.every(({ state }) => state !== "not-allowed");
  const missing = accounts.find(({ state }) => state === "missing-permission");
  const grant = () =>
    run(async () => {
      const origins = accounts.flatMap(({ origin, apiUrl }) => [hostPattern(origin), hostPattern(apiUrl)]);
      // Must be the first await: browsers show the permission prompt only directly after a click.
      if (!(await browser.permissions.request({ origins }))) throw new FormError(t("permissionDenied", origin));
      return t("grantedNow", origin);
    });
  /** Login of the account being activated, until that is done. */
  const [pendingLogin, setPendingLogin] = useState<string>();
  const activate = async ({ login }: AccountSummary) => {
    setPendingLogin(login);
    await send("use-account", { origin, login }, t("actsAsOn", login, origin));
    setPendingLogin(undefined);
  };
  return (
    <section class="panel host" aria-label={origin}>
      <div class="host-head">
        <h3>{new URL(origin).host}</h3>
        <small>{[...new Set(accounts.map(({ apiUrl }) => apiUrl))].join(" · ")}</small>
      </div>
      {!isAllowed && <p class="note bad">{t("hostNotAllowed", origin)}</p>}
      {missing && (
        <p class="note bad">
          {t("permissionGone", origin)}
          <button type="button" disabled={busy} onClick={() => void grant()}>
            {t("grantAgain")}
          </button>
        </p>
      )}
      <ul class="accounts">
        {accounts.map((account) => (
          <AccountRow
            key={account.login}
            account={account}
            isChosen={pendingLogin === undefined ? account.active : pendingLogin === account.login}
            hasAlternatives={accounts.length > 1}
            options={options}
            activate={() => void activate(account)}
            newToken={() => newToken(account)}
          />
        ))}
      </ul>
    </section>
  );
}
