import type { Dialect } from "@forgehand/core/dialects";
import { claimsOf } from "../../oidc/claims.ts";
import { requestUrl } from "../../oidc/issuer.ts";
import type { JobIdentity } from "../../state/job-identities.ts";
import type { WorkflowJob } from "../../state/workflow-jobs.ts";
import type { WorkflowRun } from "../../state/workflow-runs.ts";
import type { World } from "../../world.ts";

/** What the steps of a job find in their environment (public documents of its variables), but for places on disk. */
export function variablesOf(
  world: World,
  run: WorkflowRun,
  job: WorkflowJob,
  identity: JobIdentity,
): Record<string, string> {
  const { webUrl, apiUrl, dialect } = world;
  const claims = claimsOf(world, run, identity);
  const told = [
    ...["actor", "actor_id", "repository", "repository_id", "repository_owner", "repository_owner_id"],
    ...["event_name", "sha", "ref", "ref_type", "ref_protected", "head_ref", "base_ref"],
    ...["workflow", "workflow_ref", "workflow_sha", "run_id", "run_number", "run_attempt"],
  ].map((name): [string, string] => [vendorsOwn(dialect, name), claims[name] ?? ""]);
  return {
    CI: "true",
    [vendorsOwn(dialect, "actions")]: "true",
    ...Object.fromEntries(told),
    [vendorsOwn(dialect, "triggering_actor")]: claims["actor"] ?? "",
    [vendorsOwn(dialect, "ref_name")]: identity.ref.replace(/^refs\/(heads|tags|pull)\//, ""),
    [vendorsOwn(dialect, "job")]: job.name,
    [vendorsOwn(dialect, "server_url")]: webUrl,
    [vendorsOwn(dialect, "api_url")]: apiUrl,
    [vendorsOwn(dialect, "token")]: identity.token,
    RUNNER_NAME: job.runner_name ?? "",
    RUNNER_ENVIRONMENT: claims["runner_environment"] ?? "",
    ...(identity.id_token
      ? {
          ACTIONS_ID_TOKEN_REQUEST_URL: requestUrl(world, job.id),
          ACTIONS_ID_TOKEN_REQUEST_TOKEN: identity.request_token,
        }
      : {}),
  };
}

/** A variable's name as the vendor begins it: `GITHUB_SHA`. */
function vendorsOwn({ reservedNamePrefix }: Dialect, name: string): string {
  return `${reservedNamePrefix}${name.toUpperCase()}`;
}
