import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ControlId, Intents, PageRequest, States } from "../messages.ts";
import { ask, sentenceOf } from "./ask.ts";

/** A control's state on one page, and the way to change it. */
export interface ControlState<C extends ControlId> {
  /** Undefined until it is known. */
  readonly state: States[C] | undefined;
  /** Why it is not known, or why the last change did not happen. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  /** Asks for a change, showing at once what is expected of it; goes back to what was where it fails. */
  readonly act: (intent: Intents[C], expected: States[C]) => Promise<void>;
}

/** Looks once, then acts on demand. The page's key never changes during a component's life. */
export function useControl<C extends ControlId>(control: C, page: string): ControlState<C> {
  const [state, setState] = useState<States[C]>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(true);
  const alive = useRef(true);

  const exchange = useCallback(async (request: PageRequest, before: States[C] | undefined) => {
    setBusy(true);
    try {
      const answer = await ask<States[C]>(request);
      if (!alive.current) return;
      setState(answer);
      setProblem(undefined);
    } catch (error) {
      if (!alive.current) return;
      setState(before);
      setProblem(sentenceOf(error));
    } finally {
      if (alive.current) setBusy(false);
    }
  }, []);

  useEffect(() => {
    alive.current = true;
    void exchange({ type: "look", page, control }, undefined);
    return () => {
      alive.current = false;
    };
  }, [control, page, exchange]);

  const act = async (intent: Intents[C], expected: States[C]) => {
    const before = state;
    setState(expected);
    await exchange({ type: "act", page, control, intent }, before);
  };
  return { state, problem, busy, act };
}
