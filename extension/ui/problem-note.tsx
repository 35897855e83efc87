import { useEffect, useRef } from "preact/hooks";
import type { Problem } from "../messages/problem.ts";
import { Held } from "./held.tsx";
import { drawNote, type Note } from "./problem.ts";
import type { View } from "./view.ts";

/** Why something is not known or was not done, with what helps. */
export function ProblemNote({
  name,
  problem,
  retry,
  view,
}: {
  /** What it is about. */
  readonly name: string;
  readonly problem: Problem | undefined;
  readonly retry: () => Promise<void>;
  readonly view: Pick<View, "open" | "switchTo" | "small" | "locked">;
}) {
  const latest = useRef(retry);
  latest.current = retry;
  const note = useRef<Note>(undefined);
  // A clock that nobody sees must not go on.
  useEffect(() => () => note.current?.show(undefined), []);
  const draw = () => {
    note.current = drawNote(name, view, () => latest.current());
    return note.current;
  };
  return <Held name="notes" draw={draw} state={problem} />;
}
