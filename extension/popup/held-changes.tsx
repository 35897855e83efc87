import { useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import { language, t } from "../locales/i18n.ts";
import type { HeldChange } from "../messages/confirmations.ts";
import type { Reviewer, WatchState } from "../model/control-states.ts";
import { callWorker, toProblem } from "../ui/call-worker.ts";
import { readSignedInLoginOfTab } from "./active-tab.ts";

/**
 * Time after which a change can be confirmed, in milliseconds. A page that knows where the popup opens could make the
 * user click there.
 */
const READY_AFTER = 1000;

const WATCH_NAMES = {
  "not-watching": "notWatching",
  watching: "watching",
  ignoring: "ignoring",
} as const satisfies Record<WatchState, string>;

/** Changes of the tab's page that wait for the user's confirmation, updated live. */
export function HeldChanges({ tab, onChange }: { readonly tab: number; readonly onChange: () => void }) {
  const [held, setHeld] = useState<readonly HeldChange[]>([]);
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isProblem: boolean }>();
  useEffect(() => {
    const read = () => void callWorker("held-changes", { tab }).then(setHeld, () => undefined);
    // The worker stores them in `storage.session`.
    browser.storage.session.onChanged.addListener(read);
    read();
    return () => browser.storage.session.onChanged.removeListener(read);
  }, [tab]);

  async function confirm(change: HeldChange): Promise<void> {
    setOutcome(undefined);
    try {
      const signedIn = await readSignedInLoginOfTab(tab);
      const { problem } = await callWorker("confirm-change", { id: change.id, signedIn });
      setOutcome(
        problem
          ? { text: problem.text, isProblem: true }
          : { text: t("confirmed", describeChange(change)), isProblem: false },
      );
    } catch (error) {
      setOutcome({ text: toProblem(error).text, isProblem: true });
    }
    onChange();
  }

  if (held.length === 0 && !outcome) return null;
  return (
    <section aria-labelledby="held">
      <h2 id="held">{t("toConfirm")}</h2>
      {held.length > 0 && <p class="dim">{t("toConfirmMeans")}</p>}
      <ul>
        {held.map((change) => (
          <HeldChangeItem key={change.id} change={change} confirm={() => confirm(change)} />
        ))}
      </ul>
      <p role="status" class={outcome?.isProblem ? "problem" : "dim"}>
        {outcome?.text}
      </p>
    </section>
  );
}

function HeldChangeItem({ change, confirm }: { readonly change: HeldChange; readonly confirm: () => Promise<void> }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_AFTER);
    return () => clearTimeout(timer);
  }, []);
  const description = describeChange(change);
  const press = () => {
    if (!isReady) return;
    setReady(false);
    void confirm();
  };
  return (
    <li>
      <strong>{description}</strong>
      <small>{t("confirmAs", change.login, new URL(change.origin).host)}</small>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          aria-label={`${t("confirm")}: ${description}`}
          aria-disabled={!isReady}
          onClick={press}
        >
          {t("confirm")}
        </button>
        <button
          type="button"
          aria-label={`${t("dismiss")}: ${description}`}
          onClick={() => void callWorker("dismiss-change", { id: change.id }).catch(() => undefined)}
        >
          {t("dismiss")}
        </button>
      </div>
    </li>
  );
}

/** Says what a change will do: `Star acme/widgets`. */
function describeChange({ subject: { owner, repo, number }, intent }: HeldChange): string {
  const name = `${owner}/${repo}${number === undefined ? "" : `#${number}`}`;
  if ("starred" in intent) return t(intent.starred ? "willStar" : "willUnstar", name);
  if ("watch" in intent) return t("willWatch", name, t(WATCH_NAMES[intent.watch]));
  return "add" in intent
    ? t("willRequest", name, formatNames(intent.add))
    : t("willWithdraw", name, formatNames(intent.remove));
}

const formatNames = (reviewers: readonly Reviewer[]) =>
  new Intl.ListFormat(language()).format(reviewers.map(({ name }) => name));
