import * as z from "zod/mini";
import { DeploymentStatus } from "../objects/deployment.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { create } from "../reads-and-writes.ts";
import { fieldsWith } from "../schema.ts";
import { DEPLOYMENT_READ_ACCESS } from "../shared/deployment-access.ts";

const path = () => z.object({ deployment_id: z.int() });

/**
 * Lists the statuses of a deployment, newest first.
 * @see https://docs.github.com/rest/deployments/statuses#list-deployment-statuses
 */
export const listDeploymentStatuses = operation(
  "GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses",
  () => ({
    path: path(),
    ...list(DeploymentStatus.schema()),
    otherStatuses: [404],
    access: DEPLOYMENT_READ_ACCESS,
  }),
);

/**
 * Sets the status of a deployment. Unless `auto_inactive` is false, a success makes older deployments to the same
 * environment inactive.
 * @see https://docs.github.com/rest/deployments/statuses#create-a-deployment-status
 */
export const createDeploymentStatus = operation(
  "POST /repos/{owner}/{repo}/deployments/{deployment_id}/statuses",
  () => ({
    path: path(),
    body: z.object({
      state: z.enum(["error", "failure", "inactive", "in_progress", "queued", "pending", "success"]),
      ...fieldsWith(z._default(z.string(), ""), "target_url", "log_url", "description", "environment_url"),
      environment: z.optional(z.string()),
      auto_inactive: z.optional(z.boolean()),
    }),
    ...create(
      { access: permissionAccess("deployments", "write", ["repo_deployment"], { roles: ["push"] }) },
      DeploymentStatus.schema(),
      [422],
    ),
  }),
);
