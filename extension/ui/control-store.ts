import type { Problem } from "../messages/problem.ts";
import type { ControlId, Intents, States } from "../messages/states.ts";
import { problemIn } from "./ask.ts";
import { lookLater } from "./look-later.ts";
import type { View } from "./view.ts";

/** A control's state in one view, and the way to change it. */
export interface ControlState<C extends ControlId> {
  /** Undefined until anything is known. */
  readonly state: States[C] | undefined;
  /** Why it could not be asked for, or why the last change did not happen. */
  readonly problem: Problem | undefined;
  /** A change is under way, or nothing is known yet. */
  readonly busy: boolean;
  /**
   * Asks for a change, after those that are under way, showing at once what is expected of it; where it fails, what the
   * service then says.
   * @returns whether it was done
   */
  readonly act: (intent: Intents[C], expected: States[C]) => Promise<boolean>;
  /** Looks again. */
  readonly look: () => Promise<void>;
}

/** Keeps a control's state in one view. */
export interface ControlStore<C extends ControlId> {
  now(): ControlState<C>;
  /** Looks, and from then on tells of each change. @param signal ends that */
  start(changed: () => void, signal: AbortSignal): void;
}

/** Knows what was last known; once started it looks, then acts on demand. What a view is about never changes. */
export function createControlStore<C extends ControlId>(control: C, view: View): ControlStore<C> {
  const known = view.known(control);
  let now: ControlState<C> = { state: known, problem: undefined, busy: !known, act, look };
  /** Counts what was asked for, so that a late answer can tell that it is late. */
  let turn = 0;
  let isActing = false;
  /** Why the last change did not happen. */
  let refused: Problem | undefined;
  /** Changes go out one after the other. */
  let line: Promise<unknown> = Promise.resolve();
  let changed = () => {};
  let waiting = (_: Problem | undefined) => {};

  function set(next: Partial<ControlState<C>>): void {
    now = { ...now, ...next };
    changed();
    if (!now.busy) waiting(now.problem ?? now.state?.why);
  }

  async function look(): Promise<void> {
    if (isActing) return;
    turn += 1;
    const asked = turn;
    refused = undefined;
    const found = await stateNow();
    // What was looked at before a click says nothing about what the click did.
    if (asked === turn) set({ ...found, busy: false });
  }

  function stateNow(): Promise<Pick<ControlState<C>, "state" | "problem">> {
    return view.look(control).then(
      (state) => ({ state, problem: undefined }),
      (error: unknown) => ({ state: undefined, problem: problemIn(error) }),
    );
  }

  async function act(intent: Intents[C], expected: States[C]): Promise<boolean> {
    const before = now.state;
    turn += 1;
    const asked = turn;
    isActing = true;
    refused = undefined;
    set({ state: expected, problem: undefined, busy: true });
    const asking = line.then(() => view.act(control, intent));
    line = asking.catch(() => undefined);
    const done = await asking.catch(async (error: unknown) => {
      const problem = problemIn(error);
      if (problem.kind !== "lost") return { state: view.known(control) ?? before, problem };
      // Nobody heard what came of it: what there is now tells.
      const found = await stateNow();
      return { ...found, problem: isAsWished(found.state, intent) ? undefined : (found.problem ?? problem) };
    });
    // Somebody asked for more meanwhile: what comes of that is shown.
    if (asked !== turn) return false;
    isActing = false;
    refused = done.problem;
    set({ state: done.state, problem: refused, busy: false });
    return done.problem === undefined;
  }

  return {
    now: () => now,
    start(tell, signal) {
      changed = tell;
      waiting = lookLater(look, signal);
      signal.addEventListener("abort", () => {
        turn += 1;
        changed = () => {};
      });
      view.onKnown(
        control,
        (state) => {
          // What another tab saw before this one's click is older than the click.
          // Why a change did not happen stays true: what is known after it comes this way too, sooner or later.
          if (!isActing) set({ state, problem: refused, busy: false });
        },
        signal,
      );
      void look();
      // Somebody may have changed it elsewhere while the page was out of sight, or the line may be back.
      const again = () => void (document.visibilityState === "visible" && look());
      document.addEventListener("visibilitychange", again, { signal });
      window.addEventListener("online", again, { signal });
    },
  };
}

/** Is a state just what was asked for? */
function isAsWished(state: object | undefined, intent: object): boolean {
  const held = new Map<string, unknown>(Object.entries(state ?? {}));
  return Object.entries(intent).every(([field, wish]) => held.get(field) === wish);
}
