import type { Clock } from "@forgehand/core";
import type { Host } from "@forgehand/tasks/host";
import type { Report, RunUsage } from "@forgehand/tasks/report/report";
import { webUrlOf } from "@forgehand/tasks/report/web-page";
import type { Settings } from "@forgehand/tasks/settings/create-settings";

interface MetadataDependencies extends Pick<Host, "environment" | "defaultApiUrl"> {
  readonly clock: Clock;
  readonly stopping: AbortSignal;
}

/** Returns the fields of a report that do not depend on what the run did. */
export function reportMetadata(
  inputs: Settings,
  { clock, stopping, environment, defaultApiUrl }: MetadataDependencies,
): Omit<Report, "version" | "tasks" | keyof RunUsage> {
  const names = ["GITHUB_WORKFLOW", "GITHUB_JOB", "GITHUB_ACTION"] as const;
  return {
    mode: inputs.required("mode"),
    shard: inputs.optional("shard"),
    webUrl: webUrlOf(inputs.optional("api-url") || defaultApiUrl),
    step: names.map((name) => environment[name] ?? "").join("/"),
    at: new Date(clock.now()).toISOString(),
    attempt: Number(environment["GITHUB_RUN_ATTEMPT"]) || 1,
    cancelled: stopping.aborted,
  };
}
