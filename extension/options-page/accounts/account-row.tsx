import { useState } from "preact/hooks";
import { kindWord } from "../../host/token-kind.ts";
import type { AccountSummary, AccountTest } from "../../messages/accounts.ts";
import { ask } from "../../ui/ask.ts";
import { ago } from "../../ui/times.ts";
import { t } from "../../ui/words.ts";
import { AskFirst } from "../ask-first.tsx";
import { type Options, Sentence } from "../use-options.ts";
import { expiryOf } from "./expiry.ts";
import { TestResult } from "./test-result.tsx";

/** An account: whether it acts, what its token is like, and what can be done with it. */
export function AccountRow({
  account,
  chosen,
  several,
  options: { run, busy },
  use,
  newToken,
}: {
  readonly account: AccountSummary;
  /** Is it the one that is to act? */
  readonly chosen: boolean;
  /** Does its host have others? */
  readonly several: boolean;
  readonly options: Options;
  readonly use: () => void;
  readonly newToken: () => void;
}) {
  const { origin, login, active, state, usedAt } = account;
  const [test, setTest] = useState<AccountTest>();
  const expiry = expiryOf(account.expires);
  const tryIt = () =>
    run(async () => {
      setTest(undefined);
      const result = await ask("test-account", { origin, login });
      if ("problem" in result) throw new Sentence(result.problem.text);
      setTest(result);
      return t("testedNow", login);
    });
  const remove = () =>
    run(async () => {
      await ask("remove-account", { origin, login });
      return t("accountRemoved", origin);
    });
  const facts = [
    state === "no token" ? t("tokenMissing") : account.kind && t(kindWord(account.kind)),
    usedAt === undefined ? state !== "no token" && t("neverUsed") : t("lastUsed", ago(usedAt)),
  ].filter(Boolean);
  return (
    <li>
      <div class="account">
        <div class="who">
          {several ? (
            <label class="acting">
              <input
                type="radio"
                name={`acting ${origin}`}
                checked={chosen}
                disabled={busy || state === "no token"}
                onChange={use}
              />
              <strong>{login}</strong>
            </label>
          ) : (
            <strong>{login}</strong>
          )}
          {active && state === "ready" && <span class="badge good">{t("actsHere")}</span>}
          {state === "locked" && <span class="badge wait">{t("isLocked")}</span>}
          {state === "no token" && <span class="badge wait">{t("waitsForToken")}</span>}
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
              onClick={() => void tryIt()}
              aria-label={t("testAccount", login, origin)}
            >
              {t("testConnection")}
            </button>
          )}
          {state !== "not allowed" && state !== "locked" && (
            <button type="button" onClick={newToken} aria-label={t("newTokenFor", login, origin)}>
              {t("newToken")}
            </button>
          )}
          <AskFirst
            label={t("optRemove")}
            name={t("removeAccount", login, origin)}
            question={t("removeAccountSure", login)}
            yes={t("yesRemove")}
            disabled={busy}
            act={remove}
          />
        </div>
      </div>
      {test && <TestResult test={test} close={() => setTest(undefined)} />}
    </li>
  );
}
