import { deploymentEvent, deploymentStatusEvent } from "../deliveries/events/deployments.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import {
  type Deployment,
  type DeploymentStatus,
  deploymentStatuses,
  deployments,
  replacedDeployments,
} from "../state/deployments.ts";
import { environments, putEnvironment, UNPROTECTED } from "../state/environments.ts";
import { timestamp } from "../timestamp.ts";

/** The fields of a new deployment. */
export type NewDeployment = Omit<
  Deployment,
  "id" | "repository_id" | "original_environment" | "creator_id" | "created_at" | "updated_at"
>;

/** Creates a deployment, and its environment if that is missing, and emits the event. */
export function createDeployment({ context, repository, sender }: RefUpdateContext, fields: NewDeployment): Deployment {
  const { db, deliveries } = context;
  const now = timestamp(context.now());
  return db.transaction(() => {
    const { environment } = fields;
    if (!environments.has(db, { repository_id: repository.id, name: environment })) {
      putEnvironment(db, repository.id, environment, UNPROTECTED, now);
    }
    const created = deployments.insert(db, {
      ...fields,
      repository_id: repository.id,
      original_environment: environment,
      creator_id: sender.id,
      created_at: now,
      updated_at: now,
    });
    deliveries.emit(repository.id, deploymentEvent(context, repository, created, sender));
    return created;
  });
}

/** The fields of a new status of a deployment. */
export interface NewDeploymentStatus
  extends Pick<DeploymentStatus, "state" | "environment" | "description" | "log_url" | "environment_url"> {
  /** Whether a success makes older deployments to the same environment inactive. */
  readonly replacesOthers: boolean;
}

/** Sets the status of a deployment, and emits the events. */
export function createDeploymentStatus(
  update: RefUpdateContext,
  deployment: Deployment,
  { replacesOthers, ...fields }: NewDeploymentStatus,
): DeploymentStatus {
  const { db } = update.context;
  return db.transaction(() => {
    const { environment } = fields;
    deployments.update(db, { id: deployment.id }, { environment });
    const changed = { ...deployment, environment };
    const created = addStatus(update, changed, fields);
    if (fields.state === "success" && replacesOthers) {
      for (const replaced of replacedDeployments(db, changed)) {
        const texts = { environment, description: "", log_url: "", environment_url: "" };
        addStatus(update, replaced, { state: "inactive", ...texts });
      }
    }
    return created;
  });
}

function addStatus(
  { context, repository, sender }: RefUpdateContext,
  deployment: Deployment,
  fields: Omit<NewDeploymentStatus, "replacesOthers">,
): DeploymentStatus {
  const { db, deliveries } = context;
  const now = timestamp(context.now());
  const ids = { deployment_id: deployment.id, creator_id: sender.id };
  const created = deploymentStatuses.insert(db, { ...fields, ...ids, created_at: now });
  deployments.update(db, { id: deployment.id }, { updated_at: now });
  const current = { ...deployment, updated_at: now };
  deliveries.emit(repository.id, deploymentStatusEvent(context, repository, current, created, sender));
  return created;
}
