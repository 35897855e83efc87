import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderDeployment, renderDeploymentStatus } from "../../objects/deployment.ts";
import type { Account } from "../../state/accounts.ts";
import type { Deployment, DeploymentStatus } from "../../state/deployments.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

const action = "created";

/** Creates the event for a new deployment (`deployment`). */
export function deploymentEvent(
  context: EmulatorContext,
  repository: Repository,
  deployment: Deployment,
  sender: Account,
): WebhookEvent {
  return {
    name: "deployment",
    action,
    get payload() {
      return { action, ...deploymentFields(context, repository, deployment, sender) };
    },
  };
}

/** Creates the event for a new status of a deployment (`deployment_status`). */
export function deploymentStatusEvent(
  context: EmulatorContext,
  repository: Repository,
  deployment: Deployment,
  status: DeploymentStatus,
  sender: Account,
): WebhookEvent {
  return {
    name: "deployment_status",
    action,
    get payload() {
      return {
        action,
        deployment_status: renderDeploymentStatus(context, repository, status),
        check_run: null,
        ...deploymentFields(context, repository, deployment, sender),
      };
    },
  };
}

function deploymentFields(context: EmulatorContext, repository: Repository, deployment: Deployment, sender: Account) {
  return {
    deployment: renderDeployment(context, repository, deployment),
    workflow: null,
    workflow_run: null,
    ...commonPayload(context, repository, sender),
  };
}
