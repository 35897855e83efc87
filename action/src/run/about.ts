import type { Clock } from "@forgehand/core";
import type { Report } from "../report/report.ts";
import type { Environment } from "../settings/inputs.ts";
import type { Settings } from "../settings/read.ts";

/** What a report says beside what its tasks came to. */
export function aboutRun(
  inputs: Settings,
  { clock, stopping, environment }: { clock: Clock; stopping: AbortSignal; environment: Environment },
): Omit<Report, "version" | "tasks"> {
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
