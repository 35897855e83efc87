import { listCollaborators, listRepositoryTeams } from "@forgehand/core/operations";
import { cachePerClient, collectPages } from "./read-helpers.ts";

/**
 * Maximum number of pages to read, of 100 entries each. Reviewers on later pages are not suggested, but the user can type
 * their names.
 */
const MAX_PAGES = 3;

export const readCollaborators = /* @__PURE__ */ cachePerClient(({ items }, repository) =>
  collectPages("collaborators", MAX_PAGES, items(listCollaborators, repository, { maxPages: MAX_PAGES })),
);

/** Reads the teams with access to a repository. */
export const readTeams = /* @__PURE__ */ cachePerClient(({ items }, repository) =>
  collectPages("teams", MAX_PAGES, items(listRepositoryTeams, repository, { maxPages: MAX_PAGES })),
);
