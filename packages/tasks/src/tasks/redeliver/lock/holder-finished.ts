import type { RunContext } from "../../../run/run-context.ts";
import { currentWorkflowRun, readWorkflowRun } from "../../../run/workflow-run.ts";
import type { LockValue } from "./lock-value.ts";

/**
 * Returns true if the run that holds a lock has ended without releasing it: an earlier attempt of this run, or another
 * run that the service reports as completed.
 */
export async function hasHolderFinished(
  run: Pick<RunContext, "environment" | "apiUrl" | "connection">,
  lock: Pick<LockValue, "repository" | "run" | "attempt">,
): Promise<boolean> {
  const own = currentWorkflowRun(run);
  const { repository, run: holderRun } = lock;
  if (!own || repository === null || holderRun === null) return false;
  if (own.run === holderRun && own.repository === repository) {
    return Number(lock.attempt) < Number(run.environment["GITHUB_RUN_ATTEMPT"]);
  }
  const response = await readWorkflowRun(run, { repository, run: holderRun }).catch(() => undefined);
  return response?.output.status === "completed";
}
