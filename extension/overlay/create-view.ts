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
  /** What the controls show, as text. Two changes can be reported as one, which the cached states alone don't show. */
  const shown = new Map<string, string>();
  const show = <State>(control: string, state: State): State => {
    shown.set(control, JSON.stringify(state));
    return state;
  };
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
      if (!shown.has(control)) show(control, cached?.states[control]);
      cachedStates.onUpdate(
        row,
        (known) => {
          cached = ofAccount(known);
          const state = cached?.states[control];
          // Other controls of the page may have changed instead.
          if (!state || JSON.stringify(state) === shown.get(control)) return;
          changed(show(control, state));
        },
        signal,
      );
    },
    read: async (control) => show(control, (await callWorker("states", { ...target, control }))[control]),
    async change(control, intent) {
      const { state, problem } = await callWorker("change", {
        ...target,
        control,
        intent,
        login,
        signedIn: await signedIn(),
      });
      return { state: show(control, state[control]), problem };
    },
    candidates: () => callWorker("candidates", target),
    openOptions,
    switchAccount: (login) => void callWorker("switch-account", { ...target, login }),
    loadPart: (part) => callWorker("load", { ...target, part }),
  };
}
