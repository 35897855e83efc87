import { createDeploymentStatus, listDeploymentStatuses } from "@forgehand/core/operations";
import * as effects from "../../effects/deployments.ts";
import { renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { renderDeploymentStatus } from "../../objects/deployment.ts";
import * as state from "../../state/deployments.ts";
import { requireDeployment } from "./deployments.ts";

export const deploymentStatuses = [
  repositoryHandler(listDeploymentStatuses, ({ deployment_id }, call) => {
    const { context, repository, page } = call;
    const { id } = requireDeployment(call, deployment_id);
    const rowPage = state.deploymentStatuses.page(context.db, { deployment_id: id }, "id DESC", page);
    return renderPage(call, rowPage, (status) => renderDeploymentStatus(context, repository, status));
  }),

  repositoryHandler(createDeploymentStatus, ({ deployment_id, ...input }, call) => {
    const { context, repository } = call;
    const deployment = requireDeployment(call, deployment_id);
    const update = { context, repository, sender: requireActor(call) };
    const status = effects.createDeploymentStatus(update, deployment, {
      state: input.state,
      environment: input.environment ?? deployment.environment,
      description: input.description ?? "",
      log_url: input.log_url || (input.target_url ?? ""),
      environment_url: input.environment_url ?? "",
      replacesOthers: input.auto_inactive ?? true,
    });
    return renderDeploymentStatus(context, repository, status);
  }),
];
