import { t } from "../locales/i18n.ts";
import { UnlockWaitNote } from "../ui/unlock-wait-note.tsx";
import { useUnlockWait } from "../ui/use-unlock-wait.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { SecretField } from "./secret-field.tsx";
import type { OptionsState } from "./use-options.ts";

/** Shows that tokens are locked and asks for the passphrase. */
export function LockedBanner({ options: { send, busy } }: { readonly options: OptionsState }) {
  const wait = useUnlockWait();
  const unlock = async (form: HTMLFormElement) => {
    const passphrase = String(new FormData(form).get("passphrase") ?? "");
    form.reset();
    await send("unlock", { passphrase }, t("unlockedNow"));
    await wait.refresh();
  };
  return (
    <section class="panel locked" aria-labelledby="locked">
      <h3 id="locked">{t("lockedTitle")}</h3>
      <p>{t("lockedMeans")}</p>
      <form
        class="in-line"
        onSubmit={(event) => {
          event.preventDefault();
          void unlock(event.currentTarget);
        }}
      >
        <SecretField name="passphrase" label={t("passphrase")} />
        <button type="submit" class="primary" disabled={busy || wait.remaining > 0}>
          {t("unlock")}
        </button>
      </form>
      <UnlockWaitNote wait={wait} style="note bad" />
      <ConfirmButton
        label={t("forgotPassphrase")}
        question={t("forgotPassphraseMeans")}
        confirmLabel={t("takeTokensAway")}
        action={() => send("forget-passphrase", {}, t("tokensTakenAway"))}
      />
    </section>
  );
}
