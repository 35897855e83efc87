import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ControlId, Intents, States } from "../messages.ts";
import { ask, sentenceOf } from "./ask.ts";

/** A control's state on one page, and the way to change it. */
export interface ControlState<C extends ControlId> {
  /** Undefined until it is known. */
  readonly state: States[C] | undefined;
  /** Why it is not known, or why the last change did not happen. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  /**
   * Asks for a change, showing at once what is expected of it; where it fails, what the service then says.
   * @returns whether it was done
   */
  readonly act: (intent: Intents[C], expected: States[C]) => Promise<boolean>;
  /** Looks again, where the state could not be known. */
  readonly retry: () => Promise<boolean>;
}

/** Looks once, then acts on demand. The page's key never changes during a component's life. */
export function useControl<C extends ControlId>(control: C, page: string): ControlState<C> {
  const [state, setState] = useState<States[C]>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(true);
  const alive = useRef(true);
  /** Counts what was asked for, so that a late answer can tell that it is late. */
  const turn = useRef(0);

  const look = useCallback(() => ask<States[C]>({ type: "look", page, control }), [control, page]);

  const settle = useCallback(async (work: () => Promise<{ state: States[C] | undefined; problem?: string }>) => {
    turn.current += 1;
    setBusy(true);
    const settled = await work();
    if (alive.current) {
      setState(settled.state);
      setProblem(settled.problem);
      setBusy(false);
    }
    return settled.problem === undefined;
  }, []);

  const retry = useCallback(
    () =>
      settle(() =>
        look().then(
          (state) => ({ state }),
          (error: unknown) => ({ state: undefined, problem: sentenceOf(error) }),
        ),
      ),
    [look, settle],
  );

  useEffect(() => {
    alive.current = true;
    void retry();
    // Somebody may have changed it elsewhere while the page was out of sight.
    const lookAgain = async () => {
      const asked = turn.current;
      const now = await look().catch(() => undefined);
      // What was looked at before a click says nothing about what the click did.
      if (!now || !alive.current || turn.current !== asked) return;
      setState(now);
      setProblem(undefined);
    };
    const seen = () => document.visibilityState === "visible" && void lookAgain();
    const restored = (event: PageTransitionEvent) => event.persisted && void lookAgain();
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("pageshow", restored);
    return () => {
      alive.current = false;
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("pageshow", restored);
    };
  }, [retry, look]);

  const act = (intent: Intents[C], expected: States[C]) => {
    setState(expected);
    return settle(async () => {
      try {
        return { state: await ask<States[C]>({ type: "act", page, control, intent }) };
      } catch (error) {
        // A change whose answer was lost may have happened all the same: look, and where that fails too, nobody knows.
        return { state: await look().catch(() => undefined), problem: sentenceOf(error) };
      }
    });
  };
  return { state, problem, busy, act, retry };
}
