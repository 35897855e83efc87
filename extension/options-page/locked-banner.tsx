import { ask } from "../ui/ask.ts";
import { t } from "../ui/words.ts";
import { AskFirst } from "./ask-first.tsx";
import { SecretField } from "./secret-field.tsx";
import type { Options } from "./use-options.ts";

/** Says that tokens are locked, and takes the passphrase. */
export function LockedBanner({ options: { run, busy } }: { readonly options: Options }) {
  const unlock = async (form: HTMLFormElement) => {
    const passphrase = String(new FormData(form).get("passphrase") ?? "");
    form.reset();
    await run(async () => {
      await ask("unlock", { passphrase });
      return t("unlockedNow");
    });
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
        <button type="submit" class="primary" disabled={busy}>
          {t("unlock")}
        </button>
      </form>
      <AskFirst
        label={t("forgotPassphrase")}
        question={t("forgotPassphraseMeans")}
        yes={t("takeTokensAway")}
        act={() =>
          run(async () => {
            await ask("forget-passphrase", {});
            return t("tokensTakenAway");
          })
        }
      />
    </section>
  );
}
