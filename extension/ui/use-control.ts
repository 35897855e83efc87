import { useEffect, useMemo, useState } from "preact/hooks";
import type { ControlId } from "../model/control-states.ts";
import { type ControlSnapshot, createControlStore } from "./control-store.ts";
import type { ControlView } from "./view.ts";

export type { ControlSnapshot } from "./control-store.ts";

/** Returns a control's current state and re-renders the component on changes. */
export function useControl<C extends ControlId>(control: C, view: ControlView): ControlSnapshot<C> {
  const store = useMemo(() => createControlStore(control, view), [control, view]);
  const [, redraw] = useState({});
  useEffect(() => {
    const controller = new AbortController();
    store.start(() => redraw({}), controller.signal);
    return () => controller.abort();
  }, [store]);
  return store.current();
}
