import { useEffect, useRef, useState } from "preact/hooks";
import type { ListedEntry } from "../lists/annotation.ts";
import type { Entry } from "../lists/entry.ts";
import { currentStateOf, isSameState, type WantedState } from "../lists/wanted-state.ts";
import { t } from "../locales/i18n.ts";
import { callWorker, toProblem } from "../ui/call-worker.ts";
import type { Notify } from "../ui/view.ts";
import { WATCH_NOTIFICATIONS } from "../ui/watch-choices.ts";

/** Changes single entries with one click. */
export interface EntryActions {
  readonly change: (entry: Entry, wanted: WantedState) => void;
  /** Returns an entry with its pending changes applied. */
  readonly withPending: (entry: ListedEntry) => ListedEntry;
}

/**
 * Time until the worker's own check of a change reaches the list, in milliseconds. The expected state is shown until
 * then.
 */
const SETTLE_TIME = 4000;

/** @param entries current entries; a pending state that matches its entry is dropped */
export function useEntryActions(account: string, entries: ReadonlyMap<number, Entry>, notify: Notify): EntryActions {
  const [pendingStates, setPendingStates] = useState<ReadonlyMap<string, WantedState>>(new Map());
  const requestCount = useRef(0);
  /** Number of the latest pending request per entry and field. */
  const pendingRequests = useRef(new Map<string, number>());

  const forget = (key: string, wanted: WantedState) =>
    setPendingStates((pendingStates) =>
      pendingStates.get(key) === wanted
        ? new Map([...pendingStates].filter(([pendingKey]) => pendingKey !== key))
        : pendingStates,
    );

  useEffect(() => {
    for (const [key, wanted] of pendingStates) {
      const entry = entries.get(Number(key.split(" ")[1]));
      const state = entry && currentStateOf(entry, wanted);
      if (!state || !isSameState(state, wanted)) continue;
      // While an undo is pending, an entry that is not updated yet can match for a moment.
      if (!pendingRequests.current.has(key)) forget(key, wanted);
    }
  }, [entries, pendingStates]);

  async function run(entry: Entry, wanted: WantedState, undo: WantedState | null): Promise<void> {
    const { id, owner, name } = entry;
    const key = `${"starred" in wanted ? "star" : "watch"} ${id}`;
    requestCount.current += 1;
    const request = requestCount.current;
    pendingRequests.current.set(key, request);
    setPendingStates((pendingStates) => new Map([...pendingStates, [key, wanted]]));
    const problem = await callWorker("change-entry", { account, owner, name, wanted }).then(
      ({ problem }) => problem,
      (error: unknown) => toProblem(error),
    );
    if (pendingRequests.current.get(key) !== request) return;
    pendingRequests.current.delete(key);
    if (problem) {
      forget(key, wanted);
      notify(`${owner}/${name}: ${problem.text}`);
      return;
    }
    setTimeout(() => forget(key, wanted), SETTLE_TIME);
    // Said before the undo button is pressed: it cannot restore the star's date.
    const cost = undo && "starred" in undo && undo.starred ? ` ${t("undoStarDate")}` : "";
    notify(doneText(wanted, `${owner}/${name}`) + cost, undo ? () => void run(entry, undo, null) : undefined);
  }

  return {
    change(entry, wanted) {
      const current = currentStateOf(withPending(entry, pendingStates), wanted);
      if (current && isSameState(current, wanted)) return;
      void run(entry, wanted, current);
    },
    withPending: (entry) => withPending(entry, pendingStates),
  };
}

function withPending<T extends Entry>(entry: T, pendingStates: ReadonlyMap<string, WantedState>): T {
  const star = pendingStates.get(`star ${entry.id}`);
  const watch = pendingStates.get(`watch ${entry.id}`);
  if (!star && !watch) return entry;
  return { ...entry, ...star, ...watch };
}

function doneText(wanted: WantedState, name: string): string {
  if ("watch" in wanted) return t(WATCH_NOTIFICATIONS[wanted.watch], name);
  return t(wanted.starred ? "starredNow" : "unstarredNow", name);
}
