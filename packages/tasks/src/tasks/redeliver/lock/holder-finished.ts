import type { Log } from "../../../log.ts";
import { describeError } from "../../../problem.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { currentWorkflowRun, readWorkflowRun } from "../../../run/workflow-run.ts";
import type { LockValue } from "./lock-value.ts";

/**
 * Returns true if the run that holds a lock has ended without releasing it: an earlier attempt of this run, or another
 * run that the service reports as completed.
 */
export async function hasHolderFinished(
  run: Pick<RunContext, "environment" | "apiUrl" | "connection"> & { readonly log: Pick<Log, "debug"> },
  lock: Pick<LockValue, "repository" | "run" | "attempt">,
): Promise<boolean> {
  const own = currentWorkflowRun(run);
  const { repository, run: holderRun } = lock;
  if (!own || repository === null || holderRun === null) return false;
  if (own.run === holderRun && own.repository === repository) {
    return Number(lock.attempt) < Number(run.environment["GITHUB_RUN_ATTEMPT"]);
  }
  const response = await readWorkflowRun(run, { repository, run: holderRun }).catch((error: unknown) => {
    // Usual where the credentials can't read other repositories' runs; the lock then ends by its age.
    run.log.debug?.(`Workflow run ${holderRun} of ${repository} can't be read: ${describeError(error)}`);
    return undefined;
  });
  return response?.output.status === "completed";
}
