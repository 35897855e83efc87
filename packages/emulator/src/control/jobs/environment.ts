import type { Dialect } from "@forgehand/core/dialects";
import type { EmulatorContext } from "../../emulator-context.ts";
import { jobClaims } from "../../oidc/claims.ts";
import { tokenRequestUrl } from "../../oidc/issuer.ts";
import type { JobIdentity } from "../../state/job-identities.ts";
import type { WorkflowJob } from "../../state/workflow-jobs.ts";
import type { WorkflowRun } from "../../state/workflow-runs.ts";

/** Returns the environment variables of a job's steps as GitHub documents them, except for paths on disk. */
export function jobEnvironment(
  context: EmulatorContext,
  run: WorkflowRun,
  job: WorkflowJob,
  identity: JobIdentity,
): Record<string, string> {
  const { webUrl, apiUrl, dialect } = context;
  const claims = jobClaims(context, run, identity);
  const contextVariables = [
    "actor",
    "actor_id",
    "repository",
    "repository_id",
    "repository_owner",
    "repository_owner_id",
    "event_name",
    "sha",
    "ref",
    "ref_type",
    "ref_protected",
    "head_ref",
    "base_ref",
    "workflow",
    "workflow_ref",
    "workflow_sha",
    "run_id",
    "run_number",
    "run_attempt",
  ].map((name): [string, string] => [vendorVariable(dialect, name), claims[name] ?? ""]);
  return {
    CI: "true",
    [vendorVariable(dialect, "actions")]: "true",
    ...Object.fromEntries(contextVariables),
    [vendorVariable(dialect, "triggering_actor")]: claims["actor"] ?? "",
    [vendorVariable(dialect, "ref_name")]: identity.ref.replace(/^refs\/(heads|tags|pull)\//, ""),
    [vendorVariable(dialect, "job")]: job.name,
    [vendorVariable(dialect, "server_url")]: webUrl,
    [vendorVariable(dialect, "api_url")]: apiUrl,
    [vendorVariable(dialect, "token")]: identity.token,
    RUNNER_NAME: job.runner_name ?? "",
    RUNNER_ENVIRONMENT: claims["runner_environment"] ?? "",
    ...(identity.id_token
      ? {
          ACTIONS_ID_TOKEN_REQUEST_URL: tokenRequestUrl(context, job.id),
          ACTIONS_ID_TOKEN_REQUEST_TOKEN: identity.request_token,
        }
      : {}),
  };
}

/** Prefixes a variable's name as the vendor does: `GITHUB_SHA`. */
function vendorVariable({ reservedNamePrefix }: Dialect, name: string): string {
  return `${reservedNamePrefix}${name.toUpperCase()}`;
}
