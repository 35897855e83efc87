import { CLOUD_EDITIONS } from "../edition.ts";
import { MinimalRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { PRIVATE_REPO_SCOPE, publicReadAccess, userAccess } from "../permission-access.ts";

/**
 * Lists of watched repositories are being removed, in a later phase without a date (source: docs). Self-hosted releases
 * from before are assumed to keep them.
 */
const deprecated = {
  editions: CLOUD_EDITIONS,
  from: "2026-07-01",
  note: "Returns empty lists; will be removed.",
  assumedRemoval: "2027-07-01",
};

/**
 * Lists the repositories that the caller watches.
 * @deprecated Since July 2026 it returns empty lists; it will be removed.
 * @see https://docs.github.com/rest/activity/watching#list-repositories-watched-by-the-authenticated-user
 */
export const listWatchedRepositories = operation("GET /user/subscriptions", () => ({
  ...list(MinimalRepository.schema()),
  otherStatuses: [304, 401, 403],
  access: userAccess("watching", "read", [PRIVATE_REPO_SCOPE]),
  deprecated,
}));

/**
 * Lists the repositories that a user watches and the caller can see.
 * @deprecated Since July 2026 it returns empty lists; it will be removed.
 * @see https://docs.github.com/rest/activity/watching#list-repositories-watched-by-a-user
 */
export const listRepositoriesWatchedByUser = operation("GET /users/{username}/subscriptions", () => ({
  ...list(MinimalRepository.schema()),
  access: publicReadAccess("watching"),
  deprecated,
}));
