import { engineContextFor } from "../../deliveries/events/workflows.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { RunTransition } from "../../public.ts";
import { advanceRuns, endJob, endRun, retryQueuedJobs } from "../../state/workflow-engine.ts";
import { JOB_CONCLUSIONS, latestJobs } from "../../state/workflow-jobs.ts";
import { getWorkflowRun, workflowRuns } from "../../state/workflow-runs.ts";

/**
 * Completes a run or one of its jobs.
 * @throws RangeError if it doesn't exist or is already completed
 */
export function completeRun(
  context: EmulatorContext,
  { run: id, conclusion: conclusionText = "success", job: nameOrId }: RunTransition,
): void {
  const { db, now } = context;
  const engineContext = engineContextFor(context);
  const conclusion = JOB_CONCLUSIONS.find((candidate) => candidate === conclusionText);
  if (conclusion === undefined) {
    throw new RangeError(`conclusion must be ${JOB_CONCLUSIONS.join(", ")}, got ${JSON.stringify(conclusionText)}.`);
  }
  advanceRuns(engineContext, now());
  if (!workflowRuns.has(db, { id })) {
    throw new RangeError(`There is no workflow run ${id}.`);
  }
  if (nameOrId === undefined) {
    if (getWorkflowRun(db, id).status === "completed") throw new RangeError(`Workflow run ${id} is already completed.`);
    endRun(engineContext, id, conclusion, now());
  } else {
    const job = latestJobs(db, id).find((candidate) => candidate.name === nameOrId || candidate.id === nameOrId);
    if (!job) throw new RangeError(`Workflow run ${id} has no job ${JSON.stringify(nameOrId)}.`);
    if (job.status === "completed") throw new RangeError(`The job ${JSON.stringify(nameOrId)} is already completed.`);
    endJob(engineContext, job.id, conclusion, now());
  }
  retryQueuedJobs(engineContext, now());
}
