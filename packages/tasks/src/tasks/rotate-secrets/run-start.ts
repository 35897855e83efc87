import { describeError } from "../../problem.ts";
import type { RunContext } from "../../run/run-context.ts";
import { currentWorkflowRun, readWorkflowRun } from "../../run/workflow-run.ts";
import { parseTime, serviceTime } from "../../service-time.ts";

/** Creation time of this workflow run, and the service's time when it was read. */
export interface RunStart {
  readonly since: Date | undefined;
  readonly at: Date | undefined;
}

const UNKNOWN: RunStart = { since: undefined, at: undefined };

/** Reads when this workflow run was created; undefined outside of one, or if the credentials can't read it. */
export async function readRunStart(run: RunContext): Promise<RunStart> {
  const own = currentWorkflowRun(run);
  if (!own) {
    const isStep = (run.environment["GITHUB_RUN_ID"] ?? "") !== "";
    if (isStep)
      run.log.info(
        "This workflow run belongs to another service, so no secret counts as already rotated. Set since to change that.",
      );
    return UNKNOWN;
  }
  try {
    const response = await readWorkflowRun(run, own);
    if (!response) return UNKNOWN;
    return { since: parseTime(response.output.created_at), at: serviceTime(response.headers) };
  } catch (error) {
    run.log.info(
      `The creation time of this workflow run can't be read, so no secret counts as already rotated. Set since to change that. ${describeError(error)}`,
    );
    return UNKNOWN;
  }
}
