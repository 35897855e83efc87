import type { Environment } from "@forgehand/tasks/host";
import type { Log } from "@forgehand/tasks/log";
import { describeError, Problem } from "@forgehand/tasks/problem";
import type { RunUsage } from "@forgehand/tasks/report/report";

/**
 * Fails a step that has no report. Problems in a file are annotated at their positions.
 * @param usage what the run has used; undefined if it had not started
 */
export async function publishFailure(
  error: unknown,
  usage: RunUsage | undefined,
  environment: Environment,
  log: Log,
): Promise<void> {
  if (error instanceof Problem)
    for (const { message, location } of [error, ...error.additional]) log.error(message, location);
  else log.error(describeError(error));
  // Loaded late, because most invalid inputs are found before the first slow module is needed.
  const [{ describeUsage }, { writeFailure }] = await Promise.all([
    import("@forgehand/tasks/report/report"),
    import("./summary.ts"),
  ]);
  const conclusion = usage === undefined || usage.calls === 0 ? undefined : `The run failed. ${describeUsage(usage)}`;
  writeFailure(describeError(error), conclusion, environment, log);
  if (conclusion !== undefined) log.info(conclusion);
}
