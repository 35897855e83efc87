import { useEffect, useState } from "preact/hooks";
import type { JobEstimate, NewJob } from "../../lists/job.ts";
import type { Problem } from "../../messages/problem.ts";
import { ask, problemIn } from "../../ui/ask.ts";

/** What a job would cost; undefined while that is reckoned. @param job the same one each time, until it is another */
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
    ask("jobs-estimate", { job }).then(
      (estimate) => isCurrent && setEstimate(estimate),
      (error: unknown) => isCurrent && setProblem(problemIn(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [job]);
  return { estimate, problem };
}
