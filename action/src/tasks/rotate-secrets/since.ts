import type { Run } from "../../run/run.ts";
import { ownWorkflowRun, readWorkflowRun } from "../../run/workflow-run.ts";
import { serviceTime, timeOf } from "../../service-time.ts";

/** When this workflow run was created, and what time it was at the service when it said so. */
export interface Beginning {
  readonly since: Date | undefined;
  readonly at: Date | undefined;
}

const UNKNOWN: Beginning = { since: undefined, at: undefined };

/** When this workflow run was created; undefined where there is none, or the credentials may not see it. */
export async function beginningOfRun(run: Run): Promise<Beginning> {
  const own = ownWorkflowRun(run);
  if (!own) {
    const isStep = (run.environment["GITHUB_RUN_ID"] ?? "") !== "";
    if (isStep)
      run.log.info(
        "This workflow run is not this service's: no secret counts as done already, unless since says when.",
      );
    return UNKNOWN;
  }
  try {
    const answer = await readWorkflowRun(run, own);
    if (!answer) return UNKNOWN;
    return { since: timeOf(answer.output.created_at), at: serviceTime(answer.headers) };
  } catch {
    run.log.info(
      "When this workflow run was created can not be read: say it as since, or no secret counts as done already.",
    );
    return UNKNOWN;
  }
}
