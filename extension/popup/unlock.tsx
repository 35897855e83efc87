import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../locales/i18n.ts";
import { Alert } from "../ui/alert.tsx";
import { callWorker, toProblem } from "../ui/call-worker.ts";
import { UnlockWaitNote } from "../ui/unlock-wait-note.tsx";
import { useUnlockWait } from "../ui/use-unlock-wait.ts";

/** Asks for the passphrase while tokens are locked. */
export function UnlockForm({ onUnlock }: { readonly onUnlock: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const wait = useUnlockWait();
  const isBlocked = busy || wait.remaining > 0;
  const field = useRef<HTMLInputElement>(null);
  // Unlocking is why the user opened the popup.
  useEffect(() => field.current?.focus(), []);

  async function unlock(form: HTMLFormElement) {
    const passphrase = String(new FormData(form).get("passphrase") ?? "");
    setBusy(true);
    try {
      await callWorker("unlock", { passphrase });
      onUnlock();
    } catch (error) {
      form.reset();
      setProblem(toProblem(error).text);
      await wait.refresh();
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby="locked">
      <h2 id="locked">{t("lockedTitle")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlocked) void unlock(event.currentTarget);
        }}
      >
        <input
          ref={field}
          name="passphrase"
          type="password"
          aria-label={t("passphrase")}
          placeholder={t("passphrase")}
          autocomplete="off"
          spellcheck={false}
          required
        />
        <button type="submit" class="primary" aria-disabled={isBlocked}>
          {t("unlock")}
        </button>
      </form>
      <Alert text={problem} />
      <UnlockWaitNote wait={wait} style="problem" />
    </section>
  );
}
