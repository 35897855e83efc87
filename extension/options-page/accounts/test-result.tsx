import { kindWord } from "../../host/token-kind.ts";
import type { AccountTest } from "../../messages/accounts.ts";
import { t } from "../../ui/words.ts";
import { AbleList } from "./able-list.tsx";
import { expiryOf } from "./expiry.ts";

/** What a test has shown. */
export function TestResult({ test, close }: { readonly test: AccountTest; readonly close: () => void }) {
  const { login, kind, expires, scopes, able, spare } = test;
  const expiry = expiryOf(expires);
  return (
    <section class="test" aria-label={t("testResult", login)}>
      <dl>
        <dt>{t("testLogin")}</dt>
        <dd>{login}</dd>
        <dt>{t("testKind")}</dt>
        <dd>{t(kindWord(kind))}</dd>
        <dt>{t("testExpires")}</dt>
        <dd class={expiry?.tone}>{expiry?.text ?? t("expiryUnknown")}</dd>
        <dt>{t("testScopes")}</dt>
        <dd>
          {scopes === undefined && t("scopesNone")}
          {scopes?.length === 0 && t("scopesEmpty")}
          {scopes?.map((scope) => (
            <code key={scope}>{scope}</code>
          ))}
        </dd>
      </dl>
      <AbleList able={able} />
      {spare !== undefined && <p class="wait">{spare}</p>}
      <button type="button" onClick={close}>
        {t("optClose")}
      </button>
    </section>
  );
}
