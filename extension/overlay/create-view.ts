import { onCacheChange } from "../cache/cache-change.ts";
import type { CachedPage } from "../cache/cached-data.ts";
import type { ParsedPage, Subject } from "../page/parse-page.ts";
import type { CachedStates } from "../ui/cached-states.ts";
import { callWorker } from "../ui/call-worker.ts";
import type { ControlView, Notify } from "../ui/view.ts";

/** Data that a view needs in addition to its subject. */
export interface ViewContext {
  readonly site: ControlView["site"];
  /** Login of the active account. */
  readonly login: string;
  /** Last known state of the subject. */
  readonly cachedPage: CachedPage | undefined;
  readonly cachedStates: CachedStates;
  /** Reads which user is currently signed in to the page. */
  readonly signedIn: () => string | null | Promise<string | null>;
  readonly notify: Notify;
  /** The tab of the page, if it is not the current one. */
  readonly tab?: number;
  readonly openOptions?: () => void;
  readonly isCompact?: boolean;
  /** Whether the overlay already shows that tokens are locked. */
  readonly isLockShown?: boolean;
}

/** Creates a view of a page, or of a row of its list, that communicates with the worker. */
export function createView(page: ParsedPage, context: ViewContext, row?: Subject): ControlView {
  const { site, login, cachedStates, signedIn, notify, tab, openOptions } = context;
  const { isCompact = false, isLockShown = false } = context;
  const target = { page: page.key, ...(tab !== undefined && { tab }), ...(row && { row }) };
  const ofAccount = (known: CachedPage | undefined) => (known?.login === login ? known : undefined);
  let cached = ofAccount(context.cachedPage);
  /** The last cached states that are known, as text, by control. */
  const lastTexts = new Map<string, string>();
  /** End of the last change through this view, by control. Cached states that were requested before can be older. */
  const changedAt = new Map<string, number>();
  return {
    page,
    site,
    row,
    isCompact,
    isLockShown,
    notify,
    forRow: (subject, cachedPage) =>
      createView(page, { ...context, cachedPage, isCompact: true, isLockShown: false }, subject),
    cachedRows: cachedStates.readRows,
    cached: (control) => cached?.states[control],
    onUpdate(control, changed, signal) {
      lastTexts.set(control, JSON.stringify(cached?.states[control]));
      cachedStates.onUpdate(
        row,
        (known, readAt) => {
          if (readAt < (changedAt.get(control) ?? 0)) return;
          cached = ofAccount(known);
          const state = cached?.states[control];
          // Other controls of the page may have changed instead.
          const text = JSON.stringify(state);
          if (!state || text === lastTexts.get(control)) return;
          lastTexts.set(control, text);
          changed(state);
        },
        signal,
      );
      // The state is the same if a change is dismissed.
      onCacheChange(
        "held-changes",
        () => {
          const state = cached?.states[control];
          if (state) changed(state);
        },
        signal,
      );
    },
    read: async (control) => (await callWorker("states", { ...target, control }))[control],
    async change(control, intent, isSeen) {
      const { state, problem } = await callWorker("change", {
        ...target,
        control,
        intent,
        login,
        signedIn: await signedIn(),
        ...(!isSeen && { isUnseen: true }),
      });
      // The worker can report this change together with the next one, which can undo it.
      if (problem === undefined) lastTexts.delete(control);
      changedAt.set(control, performance.now());
      cachedStates.refresh();
      return { state: state[control], problem };
    },
    candidates: () => callWorker("candidates", target),
    openOptions,
    switchAccount: (login) => void callWorker("switch-account", { ...target, login }),
    loadPart: (part) => callWorker("load", { ...target, part }),
  };
}
