import { useEffect, useState } from "preact/hooks";
import { browser } from "wxt/browser";
import type { AccountSummary } from "../messages/accounts.ts";
import type { Problem } from "../model/problem.ts";
import { callWorker, toProblem } from "../ui/call-worker.ts";

/** Returns all accounts and updates them when they are added, removed, locked or unlocked. */
export function useAccounts(): {
  readonly accounts: readonly AccountSummary[] | undefined;
  readonly problem: Problem | undefined;
} {
  const [accounts, setAccounts] = useState<readonly AccountSummary[]>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const read = () =>
      void callWorker("accounts", {}).then(
        (accounts) => {
          if (signal.aborted) return;
          setAccounts(accounts);
          setProblem(undefined);
        },
        (error: unknown) => !signal.aborted && setProblem(toProblem(error)),
      );
    const onStorageChange = (changes: object) => {
      if (Object.keys(changes).some((key) => key.startsWith("site "))) read();
    };
    const onVisibilityChange = () => document.visibilityState === "visible" && read();
    browser.storage.local.onChanged.addListener(onStorageChange);
    signal.addEventListener("abort", () => browser.storage.local.onChanged.removeListener(onStorageChange));
    document.addEventListener("visibilitychange", onVisibilityChange, { signal });
    read();
    return () => controller.abort();
  }, []);
  return { accounts, problem };
}
