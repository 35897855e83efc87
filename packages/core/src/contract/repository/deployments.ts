import * as z from "zod/mini";
import { Deployment } from "../objects/deployment.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";
import { fieldsWith } from "../schema.ts";
import { DEPLOYMENT_READ_ACCESS } from "../shared/deployment-access.ts";

/**
 * Lists the deployments of a repository, newest first.
 * @see https://docs.github.com/rest/deployments/deployments#list-deployments
 */
export const listDeployments = operation("GET /repos/{owner}/{repo}/deployments", () => ({
  ...list(Deployment.schema(), fieldsWith(z.optional(z.string()), "sha", "ref", "task", "environment")),
  access: DEPLOYMENT_READ_ACCESS,
}));

/**
 * Gets a deployment.
 * @see https://docs.github.com/rest/deployments/deployments#get-a-deployment
 */
export const getDeployment = operation("GET /repos/{owner}/{repo}/deployments/{deployment_id}", () => ({
  path: z.object({ deployment_id: z.int() }),
  ...get({ access: DEPLOYMENT_READ_ACCESS }, Deployment.schema(), [404]),
}));

/**
 * Creates a deployment of a branch, tag or commit. If `auto_merge` is set and the ref lacks commits of the default
 * branch, the service merges these instead and returns only a message (202). 409 if they conflict or a required status
 * is missing.
 * @see https://docs.github.com/rest/deployments/deployments#create-a-deployment
 */
export const createDeployment = operation("POST /repos/{owner}/{repo}/deployments", () => ({
  body: z.object({
    ref: z.string(),
    task: z._default(z.string(), "deploy"),
    auto_merge: z._default(z.boolean(), true),
    /** Contexts whose status must be `success`; by default all of the ref's. */
    required_contexts: z.optional(z.array(z.string())),
    payload: z.optional(z.union([z.looseObject({}), z.string()])),
    environment: z._default(z.string(), "production"),
    description: z._default(z.nullable(z.string()), ""),
    transient_environment: z._default(z.boolean(), false),
    production_environment: z.optional(z.boolean()),
  }),
  success: { 201: Deployment.schema(), 202: z.looseObject({ message: z.optional(z.string()) }) },
  otherStatuses: [409, 422],
  access: permissionAccess("deployments", "write", ["repo", "repo_deployment"], { roles: ["push"] }),
  retry: "verify",
}));
