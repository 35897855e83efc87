import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Problem } from "../model/problem.ts";
import { drawProblemNote, type NoteWidget } from "./draw-problem-note.ts";
import type { ControlView } from "./view.ts";

/** Shows a problem together with its remedy. */
export function ProblemNote({
  name,
  problem,
  retry,
  view,
}: {
  readonly name: string;
  readonly problem: Problem | undefined;
  readonly retry: () => Promise<void>;
  readonly view: Pick<ControlView, "openOptions" | "switchAccount" | "isCompact" | "isLockShown">;
}) {
  const latest = useRef(retry);
  latest.current = retry;
  const note = useRef<NoteWidget>(undefined);
  // Stops a countdown when the note is unmounted.
  useEffect(() => () => note.current?.show(undefined), []);
  const draw = () => {
    note.current = drawProblemNote(name, view, () => latest.current());
    return note.current;
  };
  return <DomHost name="notes" draw={draw} state={problem} />;
}

/** A DOM element that renders itself. */
interface DomWidget<S> {
  readonly element: Element;
  show(state: S): void;
}

/**
 * Embeds a DOM widget in a Preact tree.
 * @param draw called once
 */
function DomHost<S>({
  name,
  draw,
  state,
}: {
  /** Class of the surrounding element. */
  readonly name: string;
  readonly draw: () => DomWidget<S>;
  readonly state: S;
}): VNode {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<DomWidget<S>>(undefined);
  useLayoutEffect(() => {
    if (!widget.current) {
      widget.current = draw();
      container.current?.append(widget.current.element);
    }
    widget.current.show(state);
  });
  return <div ref={container} class={name} />;
}
