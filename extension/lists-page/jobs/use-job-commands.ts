import { useState } from "preact/hooks";
import type { Problem } from "../../model/problem.ts";
import { callWorker, toProblem } from "../../ui/call-worker.ts";

/** Sends commands for a job to the worker. */
export interface JobCommands {
  readonly send: (kind: "jobs-pause" | "jobs-resume" | "jobs-cancel" | "jobs-undo") => void;
  /** Reason why the last command failed. */
  readonly problem: Problem | undefined;
  readonly isBusy: boolean;
}

export function useJobCommands(id: string): JobCommands {
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  return {
    problem,
    isBusy,
    send(kind) {
      setBusy(true);
      setProblem(undefined);
      callWorker(kind, { id })
        .catch((error: unknown) => setProblem(toProblem(error)))
        .finally(() => setBusy(false));
    },
  };
}
