import { useState } from "preact/hooks";
import { tokenKindText } from "../../host/token-kind.ts";
import { t } from "../../locales/i18n.ts";
import type { AccountSummary, AccountTest } from "../../messages/accounts.ts";
import { callWorker } from "../../ui/call-worker.ts";
import { formatAgo } from "../../ui/format-time.ts";
import { ConfirmButton } from "../confirm-button.tsx";
import { FormError, type OptionsState } from "../use-options.ts";
import { AbilityList } from "./ability-list.tsx";
import { describeExpiry } from "./expiry.ts";

/** An account with its token's state and the available actions. */
export function AccountRow({
  account,
  isChosen,
  hasAlternatives,
  options: { run, send, busy },
  activate,
  newToken,
}: {
  readonly account: AccountSummary;
  /** Whether it is, or is about to become, the host's active account. */
  readonly isChosen: boolean;
  /** Whether the host has several accounts. */
  readonly hasAlternatives: boolean;
  readonly options: OptionsState;
  readonly activate: () => void;
  readonly newToken: () => void;
}) {
  const { origin, login, active, state, usedAt } = account;
  const [test, setTest] = useState<AccountTest>();
  const expiry = describeExpiry(account.expires);
  const testToken = () =>
    run(async () => {
      setTest(undefined);
      const result = await callWorker("test-account", { origin, login });
      if ("problem" in result) throw new FormError(result.problem.text);
      setTest(result);
      return t("testedNow", login);
    });
  const remove = () => send("remove-account", { origin, login }, t("accountRemoved", origin));
  const facts = [
    state === "missing-token" ? t("tokenMissing") : account.kind && t(tokenKindText(account.kind)),
    usedAt === undefined ? state !== "missing-token" && t("neverUsed") : t("lastUsed", formatAgo(usedAt)),
  ].filter(Boolean);
  return (
    <li>
      <div class="account">
        <div class="who">
          {hasAlternatives ? (
            <label class="acting">
              <input
                type="radio"
                name={`acting ${origin}`}
                checked={isChosen}
                disabled={busy || state === "missing-token"}
                onChange={activate}
              />
              <strong>{login}</strong>
            </label>
          ) : (
            <strong>{login}</strong>
          )}
          {active && state === "ready" && <span class="badge good">{t("actsHere")}</span>}
          {state === "locked" && <span class="badge wait">{t("isLocked")}</span>}
          {state === "missing-token" && <span class="badge wait">{t("waitsForToken")}</span>}
          <small>
            {facts.join(" · ")}
            {expiry && (
              <>
                {facts.length > 0 && " · "}
                <span class={expiry.tone}>{expiry.text}</span>
              </>
            )}
          </small>
        </div>
        <div class="buttons">
          {state === "ready" && (
            <button
              type="button"
              disabled={busy}
              onClick={() => void testToken()}
              aria-label={t("testAccount", login, origin)}
            >
              {t("testConnection")}
            </button>
          )}
          {state !== "not-allowed" && state !== "locked" && (
            <button type="button" onClick={newToken} aria-label={t("newTokenFor", login, origin)}>
              {t("newToken")}
            </button>
          )}
          <ConfirmButton
            label={t("optRemove")}
            name={t("removeAccount", login, origin)}
            question={t("removeAccountSure", login)}
            confirmLabel={t("yesRemove")}
            disabled={busy}
            action={remove}
          />
        </div>
      </div>
      {test && <TestResult test={test} close={() => setTest(undefined)} />}
    </li>
  );
}

function TestResult({ test, close }: { readonly test: AccountTest; readonly close: () => void }) {
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
