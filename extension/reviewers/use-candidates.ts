import { useRef, useState } from "preact/hooks";
import type { ReviewerCandidates } from "../messages/page.ts";
import type { Reviewer } from "../model/control-states.ts";
import type { Problem } from "../model/problem.ts";
import { toProblem } from "../ui/call-worker.ts";
import type { ControlView } from "../ui/view.ts";
import { without } from "./names.ts";

/** Time after which suggestions are loaded again, in milliseconds. */
const FRESH_FOR = 60_000;

export interface Suggestions {
  readonly found: ReviewerCandidates | undefined;
  readonly problem: Problem | undefined;
  readonly loading: boolean;
  /**
   * Loads suggestions unless they are fresh. Takes several API calls, so call it only when the suggestions are shown.
   */
  readonly load: (force?: boolean) => void;
}

/** @param requested reviewers who are already requested and therefore not suggested */
export function useCandidates(view: ControlView, requested: readonly Reviewer[]): Suggestions {
  const [{ found, problem }, setResult] = useState<Pick<Suggestions, "found" | "problem">>({
    found: undefined,
    problem: undefined,
  });
  const [loading, setLoading] = useState(false);
  const last = useRef({ at: -Infinity, requested });

  const load = (force = false) => {
    const { at, requested: previouslyRequested } = last.current;
    const isFresh = found && performance.now() - at < FRESH_FOR && without(previouslyRequested, requested).length === 0;
    if (loading || (isFresh && !force)) return;
    setLoading(true);
    last.current = { at: performance.now(), requested };
    void view
      .candidates()
      .then(
        (found) => setResult({ found, problem: undefined }),
        // Keeps the previous suggestions after an error.
        (error: unknown) => setResult(({ found }) => ({ found, problem: toProblem(error) })),
      )
      .then(() => setLoading(false));
  };
  return { found, problem, loading, load };
}
