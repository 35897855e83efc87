import { useMemo, useState } from "preact/hooks";
import type { ControlId } from "../model/control-states.ts";
import { type ControlSnapshot, createControlStore } from "./control-store.ts";
import { useSignalEffect } from "./use-signal-effect.ts";
import type { ControlView } from "./view.ts";

export type { ControlSnapshot } from "./control-store.ts";

/** Returns a control's current state and re-renders the component on changes. */
export function useControl<C extends ControlId>(control: C, view: ControlView): ControlSnapshot<C> {
  const store = useMemo(() => createControlStore(control, view), [control, view]);
  const [, redraw] = useState({});
  useSignalEffect((signal) => store.start(() => redraw({}), signal), [store]);
  return store.current();
}
