import { useState } from "preact/hooks";
import { toProblem } from "../ui/call-worker.ts";

/** Runs what the user starts in a component. */
export interface Action {
  readonly run: (work: () => Promise<unknown>) => void;
  /** Reason why the last run failed. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
}

export function useAction(): Action {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  return {
    problem,
    isBusy,
    run(work) {
      setBusy(true);
      setProblem(undefined);
      work()
        .catch((error: unknown) => setProblem(toProblem(error).text))
        .finally(() => setBusy(false));
    },
  };
}
