import { listCollaborators, listRepositoryTeams } from "@forgehand/core/operations";
import { firstOf, remembering } from "./reading.ts";

/** Pages of a hundred that are read: of a repository with 10,000 collaborators the others can be typed. */
const PAGES = 3;

/** The people with access to a repository. */
export const collaboratorsOf = /* @__PURE__ */ remembering(({ items }, repository) =>
  firstOf("collaborators", PAGES, items(listCollaborators, repository, { maxPages: PAGES })),
);

/** The teams with access to a repository. */
export const teamsOf = /* @__PURE__ */ remembering(({ items }, repository) =>
  firstOf("teams", PAGES, items(listRepositoryTeams, repository, { maxPages: PAGES })),
);
