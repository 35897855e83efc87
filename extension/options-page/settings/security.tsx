import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { LockAsks } from "../../messages/lock.ts";
import type { Request } from "../../messages/protocol.ts";
import { LOCK_AFTER } from "../../settings.ts";
import { ask } from "../../ui/ask.ts";
import { t } from "../../ui/words.ts";
import { SecretField } from "../secret-field.tsx";
import { type Options, Sentence } from "../use-options.ts";
import { lockAfterName } from "./value-words.ts";

/** The passphrase that locks tokens. */
export function Security({ options }: { readonly options: Options }) {
  const { lock, run } = options;
  const tell = <T extends keyof LockAsks>(type: T, request: Request<T>, done: string) =>
    run(async () => {
      await ask(type, request);
      return done;
    });
  const twice = (fields: FormData) => {
    const [first, again] = [textOf(fields, "passphrase"), textOf(fields, "again")];
    if (first !== again) throw new Sentence(t("passphrasesDiffer"));
    return first;
  };
  return (
    <>
      <p class="lead">{t("securityLead")}</p>
      {lock === "none" && (
        <PassphraseForm
          title={t("setPassphrase")}
          means={t("setPassphraseMeans")}
          done={t("setPassphraseDo")}
          options={options}
          send={(fields) =>
            run(async () => {
              await ask("set-passphrase", { passphrase: twice(fields) });
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
            <LockAfter options={options} />
            <button type="button" class="primary" onClick={() => void tell("lock-now", {}, t("lockedNow"))}>
              {t("lockNow")}
            </button>
          </section>
          <PassphraseForm
            title={t("changePassphrase")}
            done={t("changePassphraseDo")}
            options={options}
            send={(fields) =>
              run(async () => {
                await ask("change-passphrase", { old: textOf(fields, "old"), passphrase: twice(fields) });
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
            means={t("removePassphraseMeans")}
            done={t("removePassphraseDo")}
            options={options}
            send={(fields) =>
              tell("remove-passphrase", { passphrase: textOf(fields, "passphrase") }, t("passphraseRemovedNow"))
            }
          >
            <SecretField name="passphrase" label={t("passphrase")} />
          </PassphraseForm>
        </>
      )}
    </>
  );
}

const textOf = (fields: FormData, name: string) => String(fields.get(name) ?? "");

function PassphraseForm({
  title,
  means,
  done,
  options: { busy },
  send,
  children,
}: {
  readonly title: string;
  readonly means?: string;
  readonly done: string;
  readonly options: Options;
  readonly send: (fields: FormData) => Promise<boolean>;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const submit = async (form: HTMLFormElement) => {
    if (await send(new FormData(form))) form.reset();
  };
  return (
    <section class="panel" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {means && <p>{means}</p>}
      <form
        autocomplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        {children}
        <button type="submit" disabled={busy}>
          {done}
        </button>
      </form>
    </section>
  );
}

function LockAfter({ options: { settings, change } }: { readonly options: Options }) {
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
            {lockAfterName(minutes)}
          </option>
        ))}
      </select>
    </div>
  );
}
