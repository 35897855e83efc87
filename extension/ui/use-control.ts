import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../messages/problem.ts";
import type { ControlId, Intents, States } from "../messages/states.ts";
import { problemIn } from "./ask.ts";
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
   * Asks for a change, showing at once what is expected of it; where it fails, what the service then says.
   * @returns whether it was done
   */
  readonly act: (intent: Intents[C], expected: States[C]) => Promise<boolean>;
  /** Looks again. */
  readonly look: () => Promise<void>;
}

/** Shows what was last known, looks once, then acts on demand. What a view is about never changes. */
export function useControl<C extends ControlId>(control: C, view: View): ControlState<C> {
  const [state, setState] = useState(() => view.known(control));
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(!state);
  /** Counts what was asked for, so that a late answer can tell that it is late. */
  const turn = useRef(0);
  const acting = useRef(false);

  const look = useCallback(async () => {
    turn.current += 1;
    const asked = turn.current;
    // What was last known can be acted on at once.
    if (!view.known(control)) setBusy(true);
    const found = await view.look(control).then(
      (state) => ({ state, problem: undefined }),
      (error: unknown) => ({ state: undefined, problem: problemIn(error) }),
    );
    // What was looked at before a click says nothing about what the click did.
    if (asked !== turn.current) return;
    setState(found.state);
    setProblem(found.problem);
    setBusy(false);
  }, [control, view]);

  const act = async (intent: Intents[C], expected: States[C]) => {
    turn.current += 1;
    const asked = turn.current;
    acting.current = true;
    setBusy(true);
    setProblem(undefined);
    setState(expected);
    const done = await view
      .act(control, intent)
      .catch((error: unknown) => ({ state: view.known(control), problem: problemIn(error) }));
    if (asked !== turn.current) return false;
    acting.current = false;
    setState(done.state);
    setProblem(done.problem);
    setBusy(false);
    return done.problem === undefined;
  };

  useEffect(() => {
    const away = new AbortController();
    const { signal } = away;
    view.onKnown(
      control,
      (state) => {
        // What another tab saw before this one's click is older than the click.
        if (acting.current) return;
        setState(state);
        setProblem(undefined);
      },
      signal,
    );
    void look();
    // Somebody may have changed it elsewhere while the page was out of sight, or the line may be back.
    const again = () => document.visibilityState === "visible" && !acting.current && void look();
    document.addEventListener("visibilitychange", again, { signal });
    window.addEventListener("online", again, { signal });
    window.addEventListener("pageshow", (event) => event.persisted && again(), { signal });
    return () => {
      away.abort();
      turn.current += 1;
    };
  }, [control, view, look]);

  return { state, problem, busy, act, look };
}
