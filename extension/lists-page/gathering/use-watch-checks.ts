import { useEffect, useRef } from "preact/hooks";
import type { Entry } from "../../lists/entry.ts";
import { needsWatchCheck } from "../../lists/gathering.ts";
import { callWorker } from "../../ui/call-worker.ts";
import { useListsPage } from "../page-context.ts";
import { isGathering } from "./gathering-text.ts";

/** Time for which rows must be visible before they are checked, in milliseconds. Rows that only scroll by are not. */
const VISIBLE_FOR = 400;

/** Checks the watch states of visible rows that were not checked since the last refresh, each of them once. */
export function useWatchChecks(visible: readonly Entry[]): void {
  const { account, live, canWatch } = useListsPage();
  const { gathering } = live;
  const { startedAt } = gathering;
  const requested = useRef<{ readonly since: number | null; readonly ids: Set<number> }>(undefined);
  if (requested.current?.since !== startedAt) requested.current = { since: startedAt, ids: new Set() };
  const { ids: requestedIds } = requested.current;
  const isPossible = canWatch && account.state === "ready" && startedAt !== null && !isGathering(gathering);
  const ids = isPossible
    ? visible.filter((entry) => needsWatchCheck(entry, startedAt) && !requestedIds.has(entry.id)).map(({ id }) => id)
    : [];
  useEffect(() => {
    if (ids.length === 0) return;
    const timer = setTimeout(() => {
      for (const id of ids) requestedIds.add(id);
      callWorker("lists-check", { account: live.account, ids }).catch(() => {
        // They are checked when they become visible again.
        for (const id of ids) requestedIds.delete(id);
      });
    }, VISIBLE_FOR);
    return () => clearTimeout(timer);
  }, [ids.join()]);
}
