import { wildcardMatcher } from "@forgehand/core/internal";
import { fullName, hasWildcard, type RepositoryPattern, type RepositoryRef } from "../repository.ts";

/**
 * Returns a predicate for the repositories that patterns exclude. Exact names are looked up, so that a long list of them
 * does not slow it down.
 */
export function exclusionsOf(patterns: readonly RepositoryPattern[]): (repository: RepositoryRef) => boolean {
  const exclusions = patterns.filter(({ excludes }) => excludes);
  const names = new Set(exclusions.filter((pattern) => !hasWildcard(pattern)).map(keyOf));
  const matchers = Map.groupBy(
    exclusions.filter(hasWildcard).map(({ owner, repo }) => ({
      owner: owner.toLowerCase(),
      matches: wildcardMatcher(repo.toLowerCase()),
    })),
    ({ owner }) => owner,
  );
  return (repository) => {
    if (names.has(keyOf(repository))) return true;
    const name = repository.repo.toLowerCase();
    return matchers.get(repository.owner.toLowerCase())?.some(({ matches }) => matches(name)) ?? false;
  };
}

const keyOf = (repository: RepositoryRef) => fullName(repository).toLowerCase();
