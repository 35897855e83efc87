import type { RepositoryFilters } from "./directory.ts";

/** Filters that every repository passes unless it is archived, as without settings. */
export const ANY_REPOSITORY: RepositoryFilters = {
  topics: undefined,
  visibility: undefined,
  properties: undefined,
  languages: undefined,
  archived: "exclude",
};
