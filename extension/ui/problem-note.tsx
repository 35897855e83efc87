import { useEffect, useRef } from "preact/hooks";
import type { Problem } from "../model/problem.ts";
import { DomHost } from "./dom-host.tsx";
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
