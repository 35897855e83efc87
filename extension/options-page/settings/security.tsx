import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { t } from "../../locales/i18n.ts";
import { LOCK_AFTER } from "../../settings.ts";
import { callWorker } from "../../ui/call-worker.ts";
import { UnlockWaitNote } from "../../ui/unlock-wait-note.tsx";
import { type UnlockWait, useUnlockWait } from "../../ui/use-unlock-wait.ts";
import { SecretField } from "../secret-field.tsx";
import { FormError, type OptionsState } from "../use-options.ts";
import { lockAfterText } from "./value-text.ts";

/** The passphrase that locks the tokens. */
export function Security({ options }: { readonly options: OptionsState }) {
  const { lock, run, send } = options;
  const wait = useUnlockWait();
  const readNewPassphrase = (fields: FormData) => {
    const [passphrase, repeated] = [readField(fields, "passphrase"), readField(fields, "again")];
    if (passphrase !== repeated) throw new FormError(t("passphrasesDiffer"));
    return passphrase;
  };
  return (
    <>
      <p class="lead">{t("securityLead")}</p>
      {lock === "none" && (
        <PassphraseForm
          title={t("setPassphrase")}
          description={t("setPassphraseMeans")}
          submitLabel={t("setPassphraseDo")}
          options={options}
          wait={wait}
          send={(fields) =>
            run(async () => {
              await callWorker("set-passphrase", { passphrase: readNewPassphrase(fields) });
              return t("passphraseSetNow");
            })
          }
        >
          <SecretField name="passphrase" label={t("newPassphrase")}>
            {t("passphraseHelp")}
          </SecretField>
          <SecretField name="again" label={t("passphraseAgain")} />
        </PassphraseForm>
      )}
      {lock === "open" && (
        <>
          <section class="panel" aria-labelledby="open-lock">
            <h3 id="open-lock">{t("passphraseIsOn")}</h3>
            <p>{t("passphraseIsOnMeans")}</p>
            <AutoLockSelect options={options} />
            <button type="button" class="primary" onClick={() => void send("lock", {}, t("lockedNow"))}>
              {t("lockNow")}
            </button>
          </section>
          <UnlockWaitNote wait={wait} style="note bad" />
          <PassphraseForm
            title={t("changePassphrase")}
            submitLabel={t("changePassphraseDo")}
            options={options}
            wait={wait}
            send={(fields) =>
              run(async () => {
                await callWorker("change-passphrase", {
                  old: readField(fields, "old"),
                  passphrase: readNewPassphrase(fields),
                });
                return t("passphraseChangedNow");
              })
            }
          >
            <SecretField name="old" label={t("oldPassphrase")} />
            <SecretField name="passphrase" label={t("newPassphrase")}>
              {t("passphraseHelp")}
            </SecretField>
            <SecretField name="again" label={t("passphraseAgain")} />
          </PassphraseForm>
          <PassphraseForm
            title={t("removePassphrase")}
            description={t("removePassphraseMeans")}
            submitLabel={t("removePassphraseDo")}
            options={options}
            wait={wait}
            send={(fields) =>
              send("remove-passphrase", { passphrase: readField(fields, "passphrase") }, t("passphraseRemovedNow"))
            }
          >
            <SecretField name="passphrase" label={t("passphrase")} />
          </PassphraseForm>
        </>
      )}
    </>
  );
}

const readField = (fields: FormData, name: string) => String(fields.get(name) ?? "");

function PassphraseForm({
  title,
  description,
  submitLabel,
  options: { busy },
  wait,
  send,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  readonly submitLabel: string;
  readonly options: OptionsState;
  readonly wait: UnlockWait;
  readonly send: (fields: FormData) => Promise<boolean>;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const submit = async (form: HTMLFormElement) => {
    if (await send(new FormData(form))) form.reset();
    await wait.refresh();
  };
  return (
    <section class="panel" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {description && <p>{description}</p>}
      <form
        autocomplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        {children}
        <button type="submit" disabled={busy || wait.remaining > 0}>
          {submitLabel}
        </button>
      </form>
    </section>
  );
}

function AutoLockSelect({ options: { settings, change } }: { readonly options: OptionsState }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t("lockAfter")}</label>
      <select
        id={id}
        value={String(settings.lockAfter)}
        onChange={({ currentTarget: { value } }) => {
          const lockAfter = LOCK_AFTER.find((minutes) => String(minutes) === value);
          if (lockAfter !== undefined) void change({ ...settings, lockAfter });
        }}
      >
        {LOCK_AFTER.map((minutes) => (
          <option key={minutes} value={String(minutes)}>
            {lockAfterText(minutes)}
          </option>
        ))}
      </select>
    </div>
  );
}
