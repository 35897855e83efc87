import * as z from "zod/mini";
import { Environment } from "../objects/environment.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";

/**
 * Lists the deployment environments of a repository.
 * @see https://docs.github.com/rest/deployments/environments#list-environments
 */
export const listEnvironments = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/environments", () => ({
  ...wrappedList({ environments: z.optional(z.array(Environment())), total_count: z.optional(z.int()) }),
  access: publicReadAccess("actions"),
}));
