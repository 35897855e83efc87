import type { Access, PermissionLevel, Requirement } from "../access.ts";
import { operation } from "../operation.ts";
import {
  PRIVATE_REPO_SCOPE,
  publicReadAccess,
  USER_TOKENS,
  userAccess,
  WRITE_REPO_SCOPES,
} from "../permission-access.ts";
import { change } from "../reads-and-writes.ts";
import { listStarred } from "../shared/stars.ts";

/** Both permissions are required (source: docs). */
const starringAndMetadata = (level: PermissionLevel, scopes: readonly Requirement[]): Access => ({
  tokens: USER_TOKENS,
  requirements: [
    [
      { permission: "starring", level },
      { permission: "metadata", level: "read" },
    ],
    scopes,
  ],
});

/**
 * Lists the repositories that the caller starred; responds with 401 without a token.
 * @see https://docs.github.com/rest/activity/starring#list-repositories-starred-by-the-authenticated-user
 */
export const listStarredRepositories = operation("GET /user/starred", () =>
  listStarred(userAccess("starring", "read", [PRIVATE_REPO_SCOPE]), [304, 401, 403]),
);

/**
 * Lists the repositories that a user starred and the caller can see.
 * @see https://docs.github.com/rest/activity/starring#list-repositories-starred-by-a-user
 */
export const listRepositoriesStarredByUser = operation("GET /users/{username}/starred", () =>
  listStarred(publicReadAccess("starring"), []),
);

// The routes and access of the next three operations follow the public documentation, their schemas the public API
// description.

/**
 * Returns whether the caller starred a repository; also false if the repository is not visible.
 * @see https://docs.github.com/rest/activity/starring#check-if-a-repository-is-starred-by-the-authenticated-user
 */
export const checkStar = operation("GET /user/starred/{owner}/{repo}", () => ({
  success: { 204: true },
  absent: { 404: false },
  otherStatuses: [304, 401, 403],
  access: starringAndMetadata("read", PRIVATE_REPO_SCOPE),
  retry: "safe",
}));

/**
 * Stars a repository.
 * @see https://docs.github.com/rest/activity/starring#star-a-repository-for-the-authenticated-user
 */
export const starRepository = operation("PUT /user/starred/{owner}/{repo}", () =>
  change({ access: starringAndMetadata("write", WRITE_REPO_SCOPES) }, [304, 401, 403, 404]),
);

/**
 * Unstars a repository.
 * @see https://docs.github.com/rest/activity/starring#unstar-a-repository-for-the-authenticated-user
 */
export const unstarRepository = operation("DELETE /user/starred/{owner}/{repo}", () =>
  change({ access: starringAndMetadata("write", WRITE_REPO_SCOPES) }, [304, 401, 403, 404]),
);
