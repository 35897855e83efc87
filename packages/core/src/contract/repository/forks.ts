import * as z from "zod/mini";
import { FullRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { permissionAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";

/**
 * Forks a repository to the caller's account or to an organization. The fork's content is copied after the response. If
 * a fork exists already, the service returns that one.
 * @see https://docs.github.com/rest/repos/forks#create-a-fork
 */
export const createFork = operation("POST /repos/{owner}/{repo}/forks", () => ({
  body: z.object({
    organization: z.optional(z.string()),
    name: z.optional(z.string()),
    default_branch_only: z.optional(z.boolean()),
  }),
  success: { 202: FullRepository.schema() },
  otherStatuses: [400, 403, 404, 422],
  access: {
    ...permissionAccess("administration", "write", []),
    requirements: [
      [
        { permission: "administration", level: "write" },
        { permission: "contents", level: "read" },
      ],
      WRITE_REPO_SCOPES,
    ],
  },
  retry: "idempotent",
}));
