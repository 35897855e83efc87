import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { Deployment, DeploymentStatus } from "../state/deployments.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders a deployment. */
export function renderDeployment(context: EmulatorContext, repository: Repository, deployment: Deployment) {
  const { url, repository_url } = addressOf(context, repository, deployment.id);
  const { creator_id } = deployment;
  return {
    id: deployment.id,
    node_id: nodeId("Deployment", deployment.id),
    url,
    sha: deployment.sha,
    ref: deployment.ref,
    task: deployment.task,
    payload: deployment.payload,
    environment: deployment.environment,
    original_environment: deployment.original_environment,
    description: deployment.description,
    creator: creator_id === null ? null : renderUser(context, getAccount(context.db, creator_id)),
    created_at: deployment.created_at,
    updated_at: deployment.updated_at,
    statuses_url: `${url}/statuses`,
    repository_url,
    transient_environment: deployment.transient_environment,
    production_environment: deployment.production_environment,
    performed_via_svc_app: null,
  };
}

/** Renders a status of a deployment. */
export function renderDeploymentStatus(context: EmulatorContext, repository: Repository, status: DeploymentStatus) {
  const { url, repository_url } = addressOf(context, repository, status.deployment_id);
  const { creator_id, created_at } = status;
  return {
    id: status.id,
    node_id: nodeId("DeploymentStatus", status.id),
    url: `${url}/statuses/${status.id}`,
    state: status.state,
    creator: creator_id === null ? null : renderUser(context, getAccount(context.db, creator_id)),
    description: status.description,
    environment: status.environment,
    // The older name of `log_url`.
    target_url: status.log_url,
    log_url: status.log_url,
    environment_url: status.environment_url,
    created_at,
    updated_at: created_at,
    deployment_url: url,
    repository_url,
    performed_via_svc_app: null,
  };
}

function addressOf({ db, apiUrl }: EmulatorContext, repository: Repository, id: number) {
  const repository_url = `${apiUrl}/repos/${fullNameOf(db, repository)}`;
  return { url: `${repository_url}/deployments/${id}`, repository_url };
}
