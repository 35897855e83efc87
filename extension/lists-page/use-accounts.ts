import { useEffect, useState } from "preact/hooks";
import { onCacheChange } from "../cache/cache-change.ts";
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
    const onVisibilityChange = () => document.visibilityState === "visible" && read();
    onCacheChange("site", read, signal);
    document.addEventListener("visibilitychange", onVisibilityChange, { signal });
    read();
    return () => controller.abort();
  }, []);
  return { accounts, problem };
}
