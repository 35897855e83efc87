import type { EmulatorContext } from "../emulator-context.ts";
import { nodeId } from "../objects/user.ts";
import { isProtectedBranch } from "../rules/applicable-rulesets.ts";
import { getAccount } from "../state/accounts.ts";
import { propertiesOf } from "../state/custom-properties.ts";
import { enterprises } from "../state/enterprises.ts";
import { environments } from "../state/environments.ts";
import { includedProperties } from "../state/included-properties.ts";
import type { JobIdentity } from "../state/job-identities.ts";
import { fullNameOf, type Repository, repositoryOf, visibilityOf } from "../state/repositories.ts";
import type { WorkflowRun } from "../state/workflow-runs.ts";
import type { Claims } from "./subject.ts";

/** All claims that a token can have, except `repo_property_...` for each included custom property. */
export const CLAIMS = [
  "sub",
  "aud",
  "exp",
  "iat",
  "iss",
  "jti",
  "nbf",
  "ref",
  "sha",
  "repository",
  "repository_id",
  "repository_owner",
  "repository_owner_id",
  "repository_visibility",
  "enterprise",
  "enterprise_id",
  "run_id",
  "run_number",
  "run_attempt",
  "actor",
  "actor_id",
  "workflow",
  "workflow_ref",
  "workflow_sha",
  "job_workflow_ref",
  "job_workflow_sha",
  "check_run_id",
  "head_ref",
  "base_ref",
  "event_name",
  "ref_type",
  "ref_protected",
  "environment",
  "environment_node_id",
  "runner_environment",
] as const;

/** Returns a job's claims, as in GitHub's documentation of the token. All values are text. */
export function jobClaims(context: EmulatorContext, run: WorkflowRun, identity: JobIdentity): Claims {
  const { db, dialect } = context;
  const repository = repositoryOf(db, run.repository_id);
  const fullName = fullNameOf(db, repository);
  const owner = getAccount(db, repository.owner_id);
  const enterprise = owner.enterprise_id === null ? undefined : enterprises.find(db, { id: owner.enterprise_id });
  const actor = run.actor_id === null ? undefined : getAccount(db, run.actor_id);
  const workflowRef = `${fullName}/${run.workflow_path}@${identity.ref}`;
  return {
    ref: identity.ref,
    sha: identity.sha,
    repository: fullName,
    repository_id: `${repository.id}`,
    repository_owner: owner.login,
    repository_owner_id: `${owner.id}`,
    repository_visibility: visibilityOf(repository),
    ...(enterprise ? { enterprise: enterprise.slug, enterprise_id: `${enterprise.id}` } : {}),
    run_id: `${run.id}`,
    run_number: `${run.run_number}`,
    run_attempt: `${run.run_attempt}`,
    ...(actor ? { actor: actor.login, actor_id: `${actor.id}` } : {}),
    workflow: run.workflow_name,
    workflow_ref: workflowRef,
    workflow_sha: identity.sha,
    job_workflow_ref: identity.job_workflow_ref ?? workflowRef,
    job_workflow_sha: identity.job_workflow_sha,
    // A job is its own check run.
    check_run_id: `${identity.job_id}`,
    head_ref: identity.head_ref,
    base_ref: identity.base_ref,
    event_name: run.event,
    ref_type: refType(identity.ref),
    ref_protected: String(isProtectedRef(context, repository, identity.ref)),
    ...environmentClaims(context, repository, identity.environment),
    runner_environment: identity.self_hosted ? "self-hosted" : `${dialect.mediaTypeVendor}-hosted`,
    ...propertyClaims(context, repository),
  };
}

/** Returns `tag` or `branch`. The merge ref of a pull request counts as a branch. */
function refType(ref: string): "tag" | "branch" {
  return ref.startsWith("refs/tags/") ? "tag" : "branch";
}

function isProtectedRef({ db }: EmulatorContext, repository: Repository, ref: string): boolean {
  const [, branch] = /^refs\/heads\/(.*)$/.exec(ref) ?? [];
  return branch !== undefined && isProtectedBranch(db, repository, branch);
}

function environmentClaims({ db }: EmulatorContext, { id }: Repository, name: string | null): Claims {
  if (name === null) return {};
  const environment = environments.find(db, { repository_id: id, name });
  return {
    environment: name,
    ...(environment ? { environment_node_id: nodeId("Environment", environment.id) } : {}),
  };
}

/**
 * Returns the custom properties that the organization included and that have a value. GitHub Enterprise Server has no
 * such claims.
 */
function propertyClaims({ db, edition }: EmulatorContext, { id, owner_id }: Repository): Claims {
  if (edition === "self-hosted") return {};
  const included = new Set(includedProperties.all(db, { organization_id: owner_id }).map(({ name }) => name));
  const properties = propertiesOf(db, [id]).get(id) ?? [];
  return Object.fromEntries(
    properties.flatMap(({ property_name, value }) =>
      value === null || !included.has(property_name)
        ? []
        : [[`repo_property_${property_name}`, typeof value === "string" ? value : value.join(",")]],
    ),
  );
}
