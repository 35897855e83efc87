import { useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import type { AccountSummary } from "../messages/accounts.ts";
import type { Problem } from "../messages/problem.ts";
import { ask, problemIn } from "../ui/ask.ts";

/** The accounts that there are, as they come, go, lock and unlock. */
export function useAccounts(): {
  readonly accounts: readonly AccountSummary[] | undefined;
  readonly problem: Problem | undefined;
} {
  const [accounts, setAccounts] = useState<readonly AccountSummary[]>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    const away = new AbortController();
    const { signal } = away;
    const read = () =>
      void ask("accounts", {}).then(
        (accounts) => {
          if (signal.aborted) return;
          setAccounts(accounts);
          setProblem(undefined);
        },
        (error: unknown) => !signal.aborted && setProblem(problemIn(error)),
      );
    const stored = (changes: object) => {
      if (Object.keys(changes).some((key) => key.startsWith("site "))) read();
    };
    const shown = () => document.visibilityState === "visible" && read();
    browser.storage.local.onChanged.addListener(stored);
    signal.addEventListener("abort", () => browser.storage.local.onChanged.removeListener(stored));
    document.addEventListener("visibilitychange", shown, { signal });
    read();
    return () => away.abort();
  }, []);
  return { accounts, problem };
}
