import { useEffect, useState } from "preact/hooks";
import type { JobEstimate, NewJob } from "../../lists/job.ts";
import type { Problem } from "../../model/problem.ts";
import { callWorker, toProblem } from "../../ui/call-worker.ts";

/**
 * Estimates a job; undefined while it is being computed.
 * @param job must keep its identity between renders
 */
export function useEstimate(job: NewJob): {
  readonly estimate: JobEstimate | undefined;
  readonly problem: Problem | undefined;
} {
  const [estimate, setEstimate] = useState<JobEstimate>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let isCurrent = true;
    setEstimate(undefined);
    setProblem(undefined);
    callWorker("jobs-estimate", { job }).then(
      (estimate) => isCurrent && setEstimate(estimate),
      (error: unknown) => isCurrent && setProblem(toProblem(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [job]);
  return { estimate, problem };
}
