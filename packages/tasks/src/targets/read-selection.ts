import { hasWildcard, isWildcardText } from "../repository.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { RepositorySelection } from "./directory.ts";
import { requireApp } from "./read-organizations.ts";

/**
 * Maximum number of patterns with wildcards. Each is compared with each repository: with this many, comparing a page of
 * repositories takes less time than reading it.
 */
export const MAX_WILDCARDS = 1000;

/**
 * Reads the repository selection of an entry.
 * @param owners owners whose repositories are all selected if the entry names none
 * @returns undefined if the entry selects none
 * @throws Problem
 */
export function readSelection(settings: Settings, owners: readonly string[] = []): RepositorySelection | undefined {
  const allRepositories = owners.map((login) => ({
    owner: login.replace("!", ""),
    repo: "*",
    excludes: login.startsWith("!"),
  }));
  const patterns = settings.optional("repositories") ?? (allRepositories.length === 0 ? undefined : allRepositories);
  const filters = {
    topics: settings.optional("topics"),
    visibility: settings.optional("repository-visibility"),
    archived: settings.required("archived"),
    properties: settings.optional("custom-properties"),
    languages: settings.optional("languages"),
  };
  const filterName = (["topics", "repository-visibility", "custom-properties", "languages"] as const).find(
    (name) => settings.optional(name) !== undefined,
  );
  if (filterName !== undefined && !patterns?.some(hasWildcard)) {
    throw settings.problem(
      filterName,
      "must only be set with a pattern in repositories. For example: repositories: acme/*",
    );
  }
  if (patterns === undefined) return undefined;
  if (patterns.every(({ excludes }) => excludes)) {
    throw settings.problem(
      "repositories",
      "must include a repository, got exclusions only. For example: repositories: acme/*, !acme/legacy-*",
    );
  }
  if (patterns.filter(hasWildcard).length > MAX_WILDCARDS) {
    throw settings.problem(
      "repositories",
      `must have at most ${MAX_WILDCARDS.toLocaleString("en")} patterns with wildcards. Select by topics or custom-properties instead, name repositories exactly, or use several entries.`,
    );
  }
  if (patterns.some(({ owner, excludes }) => isWildcardText(owner) && !excludes)) requireApp(settings, "repositories");
  return { patterns, filters, ifNoneFound: settings.optional("if-none-found") };
}
