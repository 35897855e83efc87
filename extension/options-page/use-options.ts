import { useCallback, useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import { AddressError } from "../host/address.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { LockState } from "../messages/lock.ts";
import type { Policy, Settings } from "../settings.ts";
import { ask, problemIn } from "../ui/ask.ts";
import { language, speak, t } from "../ui/words.ts";
import { wordsOf } from "../ui/words-of.ts";

/** What came of what was done last. */
export interface Outcome {
  readonly done?: string | undefined;
  readonly problem?: string | undefined;
}

/** All that the options page shows, and what changes it. */
export interface Options {
  readonly accounts: readonly AccountSummary[];
  readonly settings: Settings;
  readonly policy: Policy;
  readonly lock: LockState;
  readonly busy: boolean;
  readonly outcome: Outcome;
  /** Does something, and tells what came of it: the sentence that it gives, or what went wrong. @returns did it work? */
  readonly run: (work: () => Promise<string | undefined>) => Promise<boolean>;
  /** Keeps settings at once. */
  readonly change: (settings: Settings) => Promise<boolean>;
  /** Forgets what was told of the last thing. */
  readonly clear: () => void;
}

/** Milliseconds for which good news stays; what went wrong stays until something else is done. */
const STAYS = 15_000;

type Shown = Pick<Options, "accounts" | "settings" | "policy" | "lock">;

/**
 * Reads everything, keeps it true whoever changes it, and does what the page asks for.
 * @returns the options, undefined until they are there; and what came of the last thing, if only that they can't be had
 */
export function useOptions(): { readonly options: Options | undefined; readonly outcome: Outcome } {
  const [shown, setShown] = useState<Shown>();
  const [outcome, setOutcome] = useState<Outcome>({});
  const [busy, setBusy] = useState(false);

  const read = useCallback(async () => {
    const [accounts, { settings, policy }, lock] = await Promise.all([
      ask("accounts", {}),
      ask("settings", {}),
      ask("lock", {}),
    ]);
    await wear(settings);
    setShown({ accounts, settings, policy, lock });
  }, []);

  useEffect(() => {
    const again = () => void read().catch((error: unknown) => setOutcome({ problem: sentenceOf(error) }));
    // Another page of the extension, the popup or a lock that fell shut: all of them show in the sites.
    const stored = (changes: object) => {
      if (Object.keys(changes).some((key) => key === "settings" || key.startsWith("site "))) again();
    };
    again();
    browser.storage.local.onChanged.addListener(stored);
    return () => browser.storage.local.onChanged.removeListener(stored);
  }, [read]);

  const run = useCallback(
    async (work: () => Promise<string | undefined>) => {
      setBusy(true);
      setOutcome({});
      try {
        const done = await work();
        await read();
        setOutcome({ done });
        return true;
      } catch (error) {
        setOutcome({ problem: sentenceOf(error) });
        await read().catch(() => undefined);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [read],
  );
  const change = useCallback(
    (settings: Settings) =>
      run(async () => {
        // At once, as whoever chose it sees it chosen; what can't be kept is read again.
        setShown((shown) => shown && { ...shown, settings });
        await ask("save-settings", { settings });
        await wear(settings);
        return t("settingSaved");
      }),
    [run],
  );
  useEffect(() => {
    if (outcome.done === undefined) return;
    const timer = setTimeout(() => setOutcome({}), STAYS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const clear = useCallback(() => setOutcome({}), []);
  return { options: shown && { ...shown, busy, outcome, run, change, clear }, outcome };
}

/** Has the page look and speak as the person chose. */
async function wear({ theme, language: chosen }: Settings): Promise<void> {
  speak(await wordsOf(chosen));
  const { documentElement: root } = document;
  root.dataset["theme"] = theme;
  root.lang = language();
}

/** What went wrong, in a sentence: from the worker, or from a form of this page. */
function sentenceOf(error: unknown): string {
  if (error instanceof AddressError) return t(error.word);
  return error instanceof Sentence ? error.message : problemIn(error).text;
}

/** Not done, for a reason that this page itself knows. */
export class Sentence extends Error {
  override name = "Sentence" as const;
}
