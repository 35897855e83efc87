import { stageOf } from "../../deliveries/events/workflows.ts";
import type { RunTransition } from "../../public.ts";
import { exists } from "../../state/database.ts";
import { JOB_CONCLUSIONS, latestJobs } from "../../state/workflow-jobs.ts";
import { endJob, endRun, lookForRunners, settleRuns } from "../../state/workflow-machine.ts";
import { getWorkflowRun } from "../../state/workflow-runs.ts";
import type { World } from "../../world.ts";

/** A run ends, or one of its jobs. @throws RangeError on what isn't there, or has ended */
export function finishRun(world: World, { run: id, conclusion: told = "success", job: called }: RunTransition): void {
  const { db, now } = world;
  const stage = stageOf(world);
  const conclusion = JOB_CONCLUSIONS.find((known) => known === told);
  if (conclusion === undefined) {
    throw new RangeError(`Nothing ends in ${JSON.stringify(told)}: ${JOB_CONCLUSIONS.join(", ")} are known.`);
  }
  settleRuns(stage, now());
  if (!exists(db, "SELECT 1 FROM workflow_runs WHERE id = ?", id)) {
    throw new RangeError(`There is no workflow run ${id}.`);
  }
  if (called === undefined) {
    if (getWorkflowRun(db, id).status === "completed") throw new RangeError(`Workflow run ${id} has ended already.`);
    endRun(stage, id, conclusion, now());
  } else {
    const job = latestJobs(db, id).find((one) => one.name === called || one.id === called);
    if (!job) throw new RangeError(`Workflow run ${id} has no job ${JSON.stringify(called)}.`);
    if (job.status === "completed") throw new RangeError(`The job ${JSON.stringify(called)} has ended already.`);
    endJob(stage, job.id, conclusion, now());
  }
  lookForRunners(stage, now());
}
