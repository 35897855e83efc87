import { useEffect, useMemo, useState } from "preact/hooks";
import type { ControlId } from "../messages/states.ts";
import { type ControlState, createControlStore } from "./control-store.ts";
import type { View } from "./view.ts";

export type { ControlState } from "./control-store.ts";

/** A control's state for as long as a component is drawn. */
export function useControl<C extends ControlId>(control: C, view: View): ControlState<C> {
  const store = useMemo(() => createControlStore(control, view), [control, view]);
  const [, redraw] = useState({});
  useEffect(() => {
    const away = new AbortController();
    store.start(() => redraw({}), away.signal);
    return () => away.abort();
  }, [store]);
  return store.now();
}
