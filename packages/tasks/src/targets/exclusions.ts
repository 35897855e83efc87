import { wildcardMatcher } from "@forgehand/core/internal";
import { fullName, hasWildcard, isWildcardText, type RepositoryPattern, type RepositoryRef } from "../repository.ts";

/** Repositories that the patterns of a selection exclude. */
export interface Exclusions {
  readonly hasRepository: (repository: RepositoryRef) => boolean;
  /** Returns true if all repositories of an owner are excluded, so that they need not be read. */
  readonly hasOwner: (owner: string) => boolean;
}

/** Creates the exclusions of patterns. Exact names are looked up, so that a long list of them does not slow it down. */
export function exclusionsOf(patterns: readonly RepositoryPattern[]): Exclusions {
  const exclusions = patterns.filter(({ excludes }) => excludes);
  const names = new Set(exclusions.filter((pattern) => !hasWildcard(pattern)).map(keyOf));
  const wildcards = exclusions.filter(hasWildcard).map(({ owner, repo }) => ({
    matchesOwner: isWildcardText(owner) ? wildcardMatcher(owner.toLowerCase()) : equals(owner.toLowerCase()),
    matchesName: wildcardMatcher(repo.toLowerCase()),
    isWholeOwner: /^\*+$/.test(repo),
  }));
  const wildcardsByOwner = new Map<string, typeof wildcards>();
  function wildcardsOf(owner: string): typeof wildcards {
    const key = owner.toLowerCase();
    const ownWildcards = wildcardsByOwner.get(key) ?? wildcards.filter(({ matchesOwner }) => matchesOwner(key));
    wildcardsByOwner.set(key, ownWildcards);
    return ownWildcards;
  }
  return {
    hasRepository(repository) {
      if (names.has(keyOf(repository))) return true;
      const name = repository.repo.toLowerCase();
      return wildcardsOf(repository.owner).some(({ matchesName }) => matchesName(name));
    },
    hasOwner: (owner) => wildcardsOf(owner).some(({ isWholeOwner }) => isWholeOwner),
  };
}

const equals = (expected: string) => (text: string) => text === expected;
const keyOf = (repository: RepositoryRef) => fullName(repository).toLowerCase();
