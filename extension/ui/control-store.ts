import type { ControlId, ControlStates, Intents } from "../model/control-states.ts";
import { isIntendedState } from "../model/is-intended-state.ts";
import type { Problem } from "../model/problem.ts";
import { autoRefresh } from "./auto-refresh.ts";
import { toProblem } from "./call-worker.ts";
import { isPressSeen } from "./press.ts";
import type { ControlView } from "./view.ts";

/** Snapshot of a control's state in one view, with the functions that change it. */
export interface ControlSnapshot<C extends ControlId> {
  /** Undefined until the state is known. */
  readonly state: ControlStates[C] | undefined;
  /** Reason why the state could not be read, or why the last change failed. */
  readonly problem: Problem | undefined;
  /** Whether a change is pending or the state is not known yet. */
  readonly busy: boolean;
  /**
   * Makes a change after any pending ones. Shows the expected state immediately, and the service's state if the change
   * fails.
   * @returns whether the change was made
   */
  readonly change: (intent: Intents[C], expected: ControlStates[C]) => Promise<boolean>;
  /** Reads the state again. */
  readonly refresh: () => Promise<void>;
}

/** State of a control in one view. */
export interface ControlStore<C extends ControlId> {
  current(): ControlSnapshot<C>;
  /**
   * Reads the state and reports each change.
   * @param signal ends the reports when aborted
   */
  start(onChange: () => void, signal: AbortSignal): void;
}

/** Creates a store that starts with the cached state. The view's subject must not change. */
export function createControlStore<C extends ControlId>(control: C, view: ControlView): ControlStore<C> {
  const cachedState = view.cached(control);
  let snapshot: ControlSnapshot<C> = { state: cachedState, problem: undefined, busy: !cachedState, change, refresh };
  /** Number of the latest request, to detect late responses. */
  let latestRequest = 0;
  let isChanging = false;
  /** Reason why the last change failed. */
  let changeProblem: Problem | undefined;
  /** Changes are sent one after another. */
  let queue: Promise<unknown> = Promise.resolve();
  let onChange = () => {};
  let scheduleRefresh = (_: Problem | undefined) => {};

  function set(next: Partial<ControlSnapshot<C>>): void {
    snapshot = { ...snapshot, ...next };
    onChange();
    if (!snapshot.busy) scheduleRefresh(snapshot.problem ?? snapshot.state?.why);
  }

  async function refresh(): Promise<void> {
    if (isChanging) return;
    latestRequest += 1;
    const request = latestRequest;
    changeProblem = undefined;
    const found = await readState();
    // A read that started before a change is outdated.
    if (request === latestRequest) set({ ...found, busy: false });
  }

  function readState(): Promise<Pick<ControlSnapshot<C>, "state" | "problem">> {
    return view.read(control).then(
      (state) => ({ state, problem: undefined }),
      (error: unknown) => ({ state: undefined, problem: toProblem(error) }),
    );
  }

  async function change(intent: Intents[C], expected: ControlStates[C]): Promise<boolean> {
    const before = snapshot.state;
    const isSeen = isPressSeen();
    latestRequest += 1;
    const request = latestRequest;
    isChanging = true;
    changeProblem = undefined;
    set({ state: expected, problem: undefined, busy: true });
    const response = queue.then(async () => view.change(control, intent, await isSeen));
    queue = response.catch(() => undefined);
    const result = await response.catch(async (error: unknown) => {
      const problem = toProblem(error);
      if (problem.kind !== "lost") return { state: view.cached(control) ?? before, problem };
      // The response was lost, so the current state decides.
      const found = await readState();
      return { ...found, problem: isIntendedState(found.state, intent) ? undefined : (found.problem ?? problem) };
    });
    // A later change was requested in the meantime; its result is shown instead.
    if (request !== latestRequest) return false;
    isChanging = false;
    changeProblem = result.problem;
    set({ state: result.state, problem: changeProblem, busy: false });
    return result.problem === undefined;
  }

  return {
    current: () => snapshot,
    start(listener, signal) {
      onChange = listener;
      scheduleRefresh = autoRefresh(refresh, signal);
      signal.addEventListener("abort", () => {
        latestRequest += 1;
        onChange = () => {};
      });
      view.onUpdate(
        control,
        (state) => {
          // Updates from other tabs are older than a pending change of this tab. The problem of the last change stays
          // visible, because updates that follow it arrive here as well.
          if (isChanging) return;
          // The change was confirmed or dismissed.
          if (changeProblem?.kind === "unconfirmed") changeProblem = undefined;
          set({ state, problem: changeProblem, busy: false });
        },
        signal,
      );
      void refresh();
      // The state may have changed while the page was hidden, or the network may be back.
      const refreshIfVisible = () => void (document.visibilityState === "visible" && refresh());
      document.addEventListener("visibilitychange", refreshIfVisible, { signal });
      window.addEventListener("online", refreshIfVisible, { signal });
    },
  };
}
