import { useState } from "preact/hooks";
import type { Problem } from "../../messages/problem.ts";
import { ask, problemIn } from "../../ui/ask.ts";

/** Asks the worker for something about a job. */
export interface JobAsks {
  readonly send: (what: "jobs-pause" | "jobs-resume" | "jobs-cancel" | "jobs-undo") => void;
  /** Why the last one was not done. */
  readonly problem: Problem | undefined;
  readonly isBusy: boolean;
}

export function useJobAsks(id: string): JobAsks {
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  return {
    problem,
    isBusy,
    send(what) {
      setBusy(true);
      setProblem(undefined);
      ask(what, { id })
        .catch((error: unknown) => setProblem(problemIn(error)))
        .finally(() => setBusy(false));
    },
  };
}
