import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { Environment } from "../objects/environment.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { permissionAccess, publicReadAccess } from "../permission-access.ts";
import { change, getIfPresent, update } from "../reads-and-writes.ts";
import { BRANCH_POLICY_RULE } from "../rules/environments.ts";

const WRITE_ACCESS: Access = permissionAccess("administration", "write", ["repo"], { roles: ["repository-admin"] });

/** Thirty days. */
const MAX_WAIT_MINUTES = 43_200;

const BranchPolicy = () => z.object({ protected_branches: z.boolean(), custom_branch_policies: z.boolean() });

/**
 * Lists the deployment environments of a repository.
 * @see https://docs.github.com/rest/deployments/environments#list-environments
 */
export const listEnvironments = operation("GET /repos/{owner}/{repo}/environments", () => ({
  ...wrappedList({ environments: z.optional(z.array(Environment.schema())), total_count: z.optional(z.int()) }),
  access: publicReadAccess("actions"),
}));

/**
 * Gets a deployment environment with its protection rules; null if it doesn't exist.
 * @see https://docs.github.com/rest/deployments/environments#get-an-environment
 */
export const getEnvironment = operation("GET /repos/{owner}/{repo}/environments/{environment_name}", () =>
  getIfPresent({ access: publicReadAccess("actions") }, Environment.schema()),
);

/**
 * Creates a deployment environment, or replaces its protection rules. Omitted rules are removed.
 * @see https://docs.github.com/rest/deployments/environments#create-or-update-an-environment
 */
export const putEnvironment = operation("PUT /repos/{owner}/{repo}/environments/{environment_name}", () => ({
  body: z.object({
    /** Delay before a deployment, in minutes. */
    wait_timer: z.optional(z.int().check(z.gte(0), z.lte(MAX_WAIT_MINUTES))),
    prevent_self_review: z.optional(z.boolean()),
    reviewers: z.optional(
      z.nullable(z.array(z.object({ type: z.enum(["User", "Team"]), id: z.int() })).check(z.maxLength(6))),
    ),
    /** Null allows all branches. */
    deployment_branch_policy: z.optional(z.nullable(BranchPolicy())),
  }),
  ...update({ access: WRITE_ACCESS }, Environment.schema(), [422]),
  rules: [BRANCH_POLICY_RULE],
}));

/**
 * Deletes a deployment environment with its secrets and variables.
 * @see https://docs.github.com/rest/deployments/environments#delete-an-environment
 */
export const deleteEnvironment = operation("DELETE /repos/{owner}/{repo}/environments/{environment_name}", () =>
  change({ access: WRITE_ACCESS }, [404]),
);
