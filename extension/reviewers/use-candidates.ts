import { useRef, useState } from "preact/hooks";
import type { Candidates } from "../messages/page.ts";
import type { Problem } from "../messages/problem.ts";
import type { Reviewer } from "../messages/states.ts";
import { problemIn } from "../ui/ask.ts";
import type { View } from "../ui/view.ts";
import { without } from "./names.ts";

/** Milliseconds after which suggestions are looked for anew. */
const LASTS = 60_000;

/** Who could be asked, as far as it is known by now. */
export interface Suggestions {
  readonly found: Candidates | undefined;
  readonly problem: Problem | undefined;
  readonly loading: boolean;
  /** Looks for them, unless that was done just now. It takes several calls: only when somebody wants to see them. */
  readonly load: (again?: boolean) => void;
}

/** @param requested who is asked already, and so is not suggested */
export function useCandidates(view: View, requested: readonly Reviewer[]): Suggestions {
  const [{ found, problem }, setResult] = useState<Pick<Suggestions, "found" | "problem">>({
    found: undefined,
    problem: undefined,
  });
  const [loading, setLoading] = useState(false);
  const last = useRef({ at: 0, requested });

  const load = (again = false) => {
    const { at, requested: then } = last.current;
    const isFresh = found && Date.now() - at < LASTS && without(then, requested).length === 0;
    if (loading || (isFresh && !again)) return;
    setLoading(true);
    last.current = { at: Date.now(), requested };
    void view
      .candidates()
      .then(
        (found) => setResult({ found, problem: undefined }),
        // What was found before is better than nothing.
        (error: unknown) => setResult(({ found }) => ({ found, problem: problemIn(error) })),
      )
      .then(() => setLoading(false));
  };
  return { found, problem, loading, load };
}
