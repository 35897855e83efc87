import * as z from "zod/mini";
import { sortDirection } from "../fields.ts";
import { FullRepository, MinimalRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { create } from "../reads-and-writes.ts";
import { newRepositoryFields } from "../shared/repositories.ts";

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

/**
 * Creates a repository of an organization.
 * @see https://docs.github.com/rest/repos/repos#create-an-organization-repository
 */
export const createOrganizationRepository = operation("POST /orgs/{org}/repos", () => ({
  body: z.object({
    ...newRepositoryFields(),
    /** Takes precedence over `private`. */
    visibility: z.optional(z.enum(["public", "private", "internal"])),
    use_squash_pr_title_as_default: z._default(z.boolean(), false),
    custom_properties: z.optional(z.looseObject({})),
  }),
  ...create(
    { access: permissionAccess("administration", "write", [WRITE_REPO_SCOPES], { roles: ["organization-member"] }) },
    FullRepository.schema(),
    [403, 422],
  ),
}));
