import { wildcardMatcher } from "@forgehand/core/internal";
import type { RepositoryPattern } from "../repository.ts";
import type { RepositoryFilters } from "./directory.ts";
import type { Exclusions } from "./exclusions.ts";
import type { ListedRepository, PropertiesByName, UnexpectedEntry } from "./list-repositories.ts";
import { passesFilters } from "./passes-filters.ts";

/** A repository of an owner, and whether a selection can contain it. */
interface Candidate {
  readonly repository: ListedRepository;
  /** In lower case. */
  readonly name: string;
  readonly isExcluded: boolean;
  /** Passes all filters but `archived`. */
  readonly passesFilters: boolean;
}

/** An owner's repositories by name, in lower case. */
export interface RepositoriesByName {
  readonly byName: ReadonlyMap<string, ListedRepository>;
  readonly unexpected: readonly UnexpectedEntry[];
}

/** An owner's repositories, checked once against the exclusions and filters of a selection. */
export interface OwnerCandidates {
  readonly candidates: readonly Candidate[];
  /** Entries in an unexpected form that are not excluded by name. */
  readonly unexpected: readonly UnexpectedEntry[];
  /** Name of a filter's property that the organization doesn't have. */
  readonly unknownProperty: string | undefined;
}

/**
 * Checks an owner's repositories.
 * @param properties undefined if the owner has none, or no filter needs them
 */
export function createCandidates(
  owner: string,
  { byName, unexpected }: RepositoriesByName,
  properties: PropertiesByName | undefined,
  filters: RepositoryFilters,
  exclusions: Exclusions,
): OwnerCandidates {
  const withoutProperties = new Set(properties?.unexpected.map(({ name }) => name?.toLowerCase()));
  return {
    candidates: Array.from(byName, ([name, repository]) => ({
      repository,
      name,
      isExcluded: exclusions.hasRepository(repository),
      passesFilters: !withoutProperties.has(name) && passesFilters(repository, properties?.values.get(name), filters),
    })),
    unexpected: [...unexpected, ...(properties?.unexpected ?? [])].filter(
      ({ name }) => name === undefined || !exclusions.hasRepository({ owner, repo: name }),
    ),
    unknownProperty: properties && filters.properties?.find(({ name }) => !isDefined(properties, name))?.name,
  };
}

/**
 * Returns true if the organization has a property. The service lists every property for each repository, even without
 * a value. Without repositories this can't be determined, and the result is true.
 */
function isDefined({ values: byRepository }: PropertiesByName, name: string): boolean {
  if (byRepository.size === 0) return true;
  for (const values of byRepository.values()) if (values.has(name.toLowerCase())) return true;
  return false;
}

/** Repositories of one owner that a pattern matches. */
export interface PatternMatches {
  readonly selected: readonly ListedRepository[];
  /** Archived repositories that would be selected otherwise. */
  readonly archived: readonly ListedRepository[];
  /** Entries in an unexpected form that it matches, or may match if their name is unknown. */
  readonly unexpected: readonly UnexpectedEntry[];
  /** Number of all, all matching, and all excluded repositories. */
  readonly listed: number;
  readonly matching: number;
  readonly excluded: number;
  readonly unknownProperty: string | undefined;
}

/** Matches a pattern's name with an owner's repositories. */
export function matchCandidates(
  { candidates, unexpected, unknownProperty }: OwnerCandidates,
  { repo }: RepositoryPattern,
  filter: RepositoryFilters["archived"],
): PatternMatches {
  const matchesName = wildcardMatcher(repo.toLowerCase());
  const matching = candidates.filter(({ name }) => matchesName(name));
  const passing = matching
    .filter((candidate) => !candidate.isExcluded && candidate.passesFilters)
    .map(({ repository }) => repository);
  return {
    selected: filter === "include" ? passing : passing.filter(({ archived }) => archived === (filter === "only")),
    archived: filter === "exclude" ? passing.filter(({ archived }) => archived) : [],
    unexpected: unexpected.filter(({ name }) => name === undefined || matchesName(name.toLowerCase())),
    listed: candidates.length,
    matching: matching.length,
    excluded: matching.filter(({ isExcluded }) => isExcluded).length,
    unknownProperty,
  };
}

/** Reason of a pattern that matches no owner. */
export const NO_OWNER_REASON = "the app is not installed for a matching owner";

/**
 * Explains why a pattern selects nothing.
 * @param matches those of each owner
 * @returns undefined if it selects something
 */
export function emptyReason(matches: readonly PatternMatches[]): string | undefined {
  const count = (countOf: (match: PatternMatches) => number) => matches.reduce((sum, match) => sum + countOf(match), 0);
  if (matches.length === 0) return NO_OWNER_REASON;
  if (count(({ selected, unexpected }) => selected.length + unexpected.length) > 0) return undefined;
  const [listed, matching] = [count((match) => match.listed), count((match) => match.matching)];
  const [included, archived] = [matching - count(({ excluded }) => excluded), count((match) => match.archived.length)];
  if (listed === 0) return "no repository of this owner is accessible";
  if (matching === 0) {
    return `no accessible repository matches this name (${quantity(listed, "has another name", "have other names")})`;
  }
  if (included === 0) return `${quantity(matching, "matching repository is", "matching repositories are")} excluded`;
  const [unknownProperty] = matches.map((match) => match.unknownProperty);
  if (unknownProperty !== undefined && matches.every((match) => match.unknownProperty === unknownProperty)) {
    return `the organization has no custom property "${unknownProperty}"`;
  }
  if (archived === included) return archivedReason(archived);
  return `none of the ${included.toLocaleString("en")} matching repositories passes the filters`;
}

export function archivedReason(count: number): string {
  return `${quantity(count, "archived repository was", "archived repositories were")} excluded; set archived: include to include them`;
}

const quantity = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? singular : plural}`;
