import { MinimalRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { PRIVATE_REPO_SCOPE, permissionAccess, publicReadAccess } from "../permission-access.ts";

/** Lists of watched repositories are being removed (source: docs). */
const deprecated = { from: "2026-07-01", note: "Returns empty lists; will be removed." };

/**
 * Lists the repositories that the caller watches.
 * @deprecated Since July 2026 it returns empty lists; it will be removed.
 * @see https://docs.github.com/rest/activity/watching#list-repositories-watched-by-the-authenticated-user
 */
export const listWatchedRepositories = /* @__PURE__ */ operation("GET /user/subscriptions", () => ({
  ...list(MinimalRepository()),
  otherStatuses: [304, 401, 403],
  access: permissionAccess("watching", "read", [PRIVATE_REPO_SCOPE]),
  deprecated,
}));

/**
 * Lists the repositories that a user watches and the caller can see.
 * @deprecated Since July 2026 it returns empty lists; it will be removed.
 * @see https://docs.github.com/rest/activity/watching#list-repositories-watched-by-a-user
 */
export const listRepositoriesWatchedByUser = /* @__PURE__ */ operation("GET /users/{username}/subscriptions", () => ({
  ...list(MinimalRepository()),
  access: publicReadAccess("watching"),
  deprecated,
}));
