import type { CachedPage } from "../cache/keys.ts";
import { onPageChange } from "../cache/read.ts";
import { type ParsedPage, type Subject, subjectKey } from "../page/parse-page.ts";
import { callWorker } from "../ui/call-worker.ts";
import type { ControlView, Notify } from "../ui/view.ts";

/** Data that a view needs in addition to its subject. */
export interface ViewContext {
  /** Login of the active account. */
  readonly login: string;
  /** Last known state of the subject. */
  readonly cachedPage: CachedPage | undefined;
  /** Reads which user is currently signed in to the page. */
  readonly signedIn: () => string | null | undefined;
  readonly notify: Notify;
  /** The tab of the page, if it is not the current one. */
  readonly tab?: number;
  readonly isCompact?: boolean;
  /** Whether the overlay already shows that tokens are locked. */
  readonly isLockShown?: boolean;
}

/** Creates a view of a page, or of a row of its list, that communicates with the worker. */
export function createView(page: ParsedPage, context: ViewContext, row?: Subject): ControlView {
  const { login, cachedPage, signedIn, notify, tab, isCompact = false, isLockShown = false } = context;
  const target = { page: page.key, ...(tab !== undefined && { tab }), ...(row && { row }) };
  const key = row ? subjectKey(page.origin, row) : page.key;
  let cached = cachedPage?.login === login ? cachedPage : undefined;
  return {
    page,
    row,
    isCompact,
    isLockShown,
    notify,
    forRow: (subject, cachedPage) =>
      createView(page, { ...context, cachedPage, isCompact: true, isLockShown: false }, subject),
    cached: (control) => cached?.states[control],
    onUpdate(control, changed, signal) {
      const stateText = () => JSON.stringify(cached?.states[control]);
      let lastText = stateText();
      onPageChange(
        key,
        (known) => {
          cached = known?.login === login ? known : undefined;
          const state = cached?.states[control];
          // The key also contains other controls' states; ignore changes to those.
          if (!state || stateText() === lastText) return;
          lastText = stateText();
          changed(state);
        },
        signal,
      );
    },
    read: async (control) => (await callWorker("states", { ...target, control }))[control],
    async change(control, intent) {
      const { state, problem } = await callWorker("change", {
        ...target,
        control,
        intent,
        login,
        signedIn: signedIn(),
      });
      return { state: state[control], problem };
    },
    candidates: () => callWorker("candidates", target),
    openPage: (page) => void callWorker("open", { what: page }),
    switchAccount: (login) => void callWorker("switch-account", { ...target, login }),
    loadPart: (part) => callWorker("load", { ...target, part }),
  };
}
