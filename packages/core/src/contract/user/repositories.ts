import * as z from "zod/mini";
import { sortDirection, timestamp } from "../fields.ts";
import { FullRepository, MinimalRepository, Repository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import {
  PRIVATE_REPO_SCOPE,
  permissionAccess,
  publicReadAccess,
  USER_TOKENS,
  WRITE_REPO_SCOPES,
} from "../permission-access.ts";
import { create } from "../reads-and-writes.ts";
import { REPOSITORY_TYPE_RULE } from "../rules/repositories.ts";
import { newRepositoryFields } from "../shared/repositories.ts";

/**
 * Lists the repositories that the caller has explicit access to. `type` cannot be combined with `visibility` or
 * `affiliation`.
 * @see https://docs.github.com/rest/repos/repos#list-repositories-for-the-authenticated-user
 */
export const listRepositories = operation("GET /user/repos", () => ({
  ...list(Repository.schema(), {
    visibility: z._default(z.enum(["all", "public", "private"]), "all"),
    affiliation: z._default(z.string(), "owner,collaborator,organization_member"),
    type: z._default(z.enum(["all", "owner", "public", "private", "member"]), "all"),
    sort: z._default(z.enum(["created", "updated", "pushed", "full_name"]), "full_name"),
    direction: z.optional(sortDirection()),
    since: z.optional(timestamp()),
    before: z.optional(timestamp()),
  }),
  otherStatuses: [304, 401, 403, 422],
  access: permissionAccess("metadata", "read", [PRIVATE_REPO_SCOPE], { tokens: USER_TOKENS }),
  rules: [REPOSITORY_TYPE_RULE],
}));

/**
 * Lists the repositories of a user that the caller can see.
 * @see https://docs.github.com/rest/repos/repos#list-repositories-for-a-user
 */
export const listRepositoriesOfUser = operation("GET /users/{username}/repos", () => ({
  ...list(MinimalRepository.schema(), {
    type: z._default(z.enum(["all", "owner", "member"]), "owner"),
    sort: z._default(z.enum(["created", "updated", "pushed", "full_name"]), "full_name"),
    direction: z.optional(sortDirection()),
  }),
  access: publicReadAccess("metadata"),
}));

/**
 * Creates a repository of the caller.
 * @see https://docs.github.com/rest/repos/repos#create-a-repository-for-the-authenticated-user
 */
export const createRepository = operation("POST /user/repos", () => ({
  body: z.object({ ...newRepositoryFields(), has_discussions: z._default(z.boolean(), false) }),
  ...create(
    { access: permissionAccess("administration", "write", [WRITE_REPO_SCOPES], { tokens: USER_TOKENS }) },
    FullRepository.schema(),
    [304, 400, 401, 403, 404, 422],
  ),
}));
