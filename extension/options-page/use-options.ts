import { useCallback, useEffect, useState } from "preact/hooks";
import { onCacheChange } from "../cache/cache-change.ts";
import { AddressError } from "../host/host-address.ts";
import { language, setTexts, t } from "../locales/i18n.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { LockState } from "../messages/lock.ts";
import type { MessageKind, MessagePayload } from "../messages/protocol.ts";
import type { CurrentSettings } from "../messages/settings.ts";
import type { Settings } from "../settings.ts";
import { callWorker, toProblem } from "../ui/call-worker.ts";
import { loadTexts } from "../ui/load-texts.ts";
import { useSignalEffect } from "../ui/use-signal-effect.ts";

/** Result of the last action. */
export interface ActionOutcome {
  readonly done?: string | undefined;
  readonly problem?: string | undefined;
}

interface OptionsData extends CurrentSettings {
  readonly accounts: readonly AccountSummary[];
  readonly lock: LockState;
}

/** Data of the options page and the actions that change it. */
export interface OptionsState extends OptionsData {
  readonly busy: boolean;
  /**
   * Runs an action and shows its result: the returned sentence or the error.
   * @returns whether it succeeded
   */
  readonly run: (work: () => Promise<string | undefined>) => Promise<boolean>;
  /** Sends a message to the worker, and shows a sentence when that is done. */
  readonly send: <T extends MessageKind>(kind: T, payload: MessagePayload<T>, done: string) => Promise<boolean>;
  /** Saves settings immediately. */
  readonly change: (settings: Settings) => Promise<boolean>;
  /** Clears the result of the last action. */
  readonly clear: () => void;
}

/** Time for which a success message stays visible, in milliseconds. Errors stay until the next action. */
const SUCCESS_VISIBLE_FOR = 15_000;

/**
 * Reads all data, keeps it up to date and runs the page's actions.
 * @returns the state, undefined until it is read, and the result of the last action or of a failed read
 */
export function useOptions(): { readonly options: OptionsState | undefined; readonly outcome: ActionOutcome } {
  const [data, setData] = useState<OptionsData>();
  const [outcome, setOutcome] = useState<ActionOutcome>({});
  const [busy, setBusy] = useState(false);

  const read = useCallback(async () => {
    const [accounts, current, lock] = await Promise.all([
      callWorker("accounts", {}),
      callWorker("settings", {}),
      callWorker("lock-state", {}),
    ]);
    await applyAppearance(current.settings);
    setData({ ...current, accounts, lock });
  }, []);

  useSignalEffect(
    (signal) => {
      const readAgain = () => void read().catch((error: unknown) => setOutcome({ problem: errorText(error) }));
      readAgain();
      // Reported after changes by other pages, the popup and the automatic lock.
      onCacheChange("site", readAgain, signal);
    },
    [read],
  );

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
        setOutcome({ problem: errorText(error) });
        await read().catch(() => undefined);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [read],
  );
  const send: OptionsState["send"] = useCallback(
    (kind, payload, done) => run(() => callWorker(kind, payload).then(() => done)),
    [run],
  );
  const change = useCallback(
    (settings: Settings) =>
      run(async () => {
        // Shows the change immediately; if saving fails, the settings are read again.
        setData((data) => data && { ...data, settings });
        await callWorker("save-settings", { settings });
        await applyAppearance(settings);
        return t("settingSaved");
      }),
    [run],
  );
  useEffect(() => {
    if (outcome.done === undefined) return;
    const timer = setTimeout(() => setOutcome({}), SUCCESS_VISIBLE_FOR);
    return () => clearTimeout(timer);
  }, [outcome]);
  const clear = useCallback(() => setOutcome({}), []);
  return { options: data && { ...data, busy, run, send, change, clear }, outcome };
}

/** Applies the chosen theme and language to the page. */
async function applyAppearance({ theme, language: languageSetting }: Settings): Promise<void> {
  setTexts(await loadTexts(languageSetting));
  const { documentElement: root } = document;
  root.dataset["theme"] = theme;
  root.lang = language();
}

/** Error text, from the worker or from a form of this page. */
function errorText(error: unknown): string {
  if (error instanceof AddressError) return t(error.textKey);
  return error instanceof FormError ? error.message : toProblem(error).text;
}

/** Thrown when a form of this page is invalid; the message is translated. */
export class FormError extends Error {
  override name = "FormError" as const;
}
