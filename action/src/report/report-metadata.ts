import type { Clock } from "@forgehand/core";
import type { Environment } from "@forgehand/tasks/host";
import type { Report, RunUsage } from "@forgehand/tasks/report/report";
import type { Settings } from "@forgehand/tasks/settings/create-settings";

/** Returns the fields of a report that do not depend on what the run did. */
export function reportMetadata(
  inputs: Settings,
  { clock, stopping, environment }: { clock: Clock; stopping: AbortSignal; environment: Environment },
): Omit<Report, "version" | "tasks" | keyof RunUsage> {
  const names = ["GITHUB_WORKFLOW", "GITHUB_JOB", "GITHUB_ACTION"] as const;
  return {
    mode: inputs.required("mode"),
    shard: inputs.optional("shard"),
    step: names.map((name) => environment[name] ?? "").join("/"),
    at: new Date(clock.now()).toISOString(),
    attempt: Number(environment["GITHUB_RUN_ATTEMPT"]) || 1,
    cancelled: stopping.aborted,
  };
}
