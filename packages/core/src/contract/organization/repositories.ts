import * as z from "zod/mini";
import { sortDirection } from "../fields.ts";
import { MinimalRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";

/**
 * Lists the repositories of an organization that the caller can see.
 * @see https://docs.github.com/rest/repos/repos#list-organization-repositories
 */
export const listOrganizationRepositories = operation("GET /orgs/{org}/repos", () => ({
  ...list(MinimalRepository.schema(), {
    type: z._default(z.enum(["all", "public", "private", "forks", "sources", "member"]), "all"),
    sort: z._default(z.enum(["created", "updated", "pushed", "full_name"]), "created"),
    direction: z.optional(sortDirection()),
  }),
  access: publicReadAccess("metadata"),
}));
