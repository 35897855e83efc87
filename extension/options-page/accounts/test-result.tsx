import { tokenKindText } from "../../host/token-kind.ts";
import { t } from "../../locales/i18n.ts";
import type { AccountTest } from "../../messages/accounts.ts";
import { AbilityList } from "./ability-list.tsx";
import { describeExpiry } from "./expiry.ts";

export function TestResult({ test, close }: { readonly test: AccountTest; readonly close: () => void }) {
  const { login, kind, expires, scopes, abilities, excessAccess } = test;
  const expiry = describeExpiry(expires);
  return (
    <section class="test" aria-label={t("testResult", login)}>
      <dl>
        <dt>{t("testLogin")}</dt>
        <dd>{login}</dd>
        <dt>{t("testKind")}</dt>
        <dd>{t(tokenKindText(kind))}</dd>
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
      <AbilityList abilities={abilities} />
      {excessAccess !== undefined && <p class="wait">{excessAccess}</p>}
      <button type="button" onClick={close}>
        {t("optClose")}
      </button>
    </section>
  );
}
