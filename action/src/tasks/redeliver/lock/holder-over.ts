import type { Run } from "../../../run/run.ts";
import { ownWorkflowRun, readWorkflowRun } from "../../../run/workflow-run.ts";
import type { LockValue } from "./lock-value.ts";

/**
 * Has the run ended that holds a lock, without giving it back? An earlier attempt at this run has; of another run the service
 * says so, where this run may ask.
 */
export async function isHolderOver(
  run: Pick<Run, "environment" | "apiUrl" | "connection">,
  lock: Pick<LockValue, "repository" | "run" | "attempt">,
): Promise<boolean> {
  const own = ownWorkflowRun(run);
  const { repository, run: held } = lock;
  if (!own || repository === null || held === null) return false;
  if (own.run === held && own.repository === repository) {
    return Number(lock.attempt) < Number(run.environment["GITHUB_RUN_ATTEMPT"]);
  }
  const answer = await readWorkflowRun(run, { repository, run: held }).catch(() => undefined);
  return answer?.output.status === "completed";
}
