import { useEffect, useRef, useState } from "preact/hooks";
import { ask, problemIn } from "../ui/ask.ts";
import { t } from "../ui/words.ts";

/** Takes the passphrase, without which nothing can be done anywhere. */
export function Unlock({ unlocked }: { readonly unlocked: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // It is what somebody opened the popup for.
  useEffect(() => field.current?.focus(), []);

  async function unlock(form: HTMLFormElement) {
    const passphrase = String(new FormData(form).get("passphrase") ?? "");
    setBusy(true);
    try {
      await ask("unlock", { passphrase });
      unlocked();
    } catch (error) {
      form.reset();
      setProblem(problemIn(error).text);
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby="locked">
      <h2 id="locked">{t("lockedTitle")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void unlock(event.currentTarget);
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
        <button type="submit" class="primary" aria-disabled={busy}>
          {t("unlock")}
        </button>
      </form>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
