import { isAuthenticationError, isNotFoundError } from "@forgehand/core";
import { wildcardMatcher } from "@forgehand/core/internal";
import { CancelledError } from "../cancellation/cancellation.ts";
import { type Connection, UncoveredOwner } from "../connection.ts";
import type { Log } from "../log.ts";
import type { Failure, Skipped } from "../plan.ts";
import { describeError } from "../problem.ts";
import { fullName, hasWildcard, isSameRepository, type RepositoryPattern, type RepositoryRef } from "../repository.ts";
import { settleEach } from "../run/settle-each.ts";
import type { Mode } from "../settings/values.ts";
import type {
  FoundRepositories,
  RepositoryDirectory,
  RepositoryFacts,
  RepositoryFilters,
  RepositorySelection,
} from "./directory.ts";
import { exclusionsOf } from "./exclusions.ts";
import { classifyNoneFound, defaultIfNoneFound, type IfNoneFound } from "./if-none-found.ts";
import {
  type ListedRepository,
  listOwnerRepositories,
  type PropertiesByName,
  readProperties,
  readRepositoryFacts,
  type UnexpectedEntry,
} from "./list-repositories.ts";
import { passesFilters } from "./passes-filters.ts";
import { type Shard, shardOf } from "./shard.ts";

interface DirectoryOptions {
  readonly mode?: Mode;
  /** The run's shard; default: all targets. */
  readonly shard?: Shard;
  readonly log?: Pick<Log, "warning">;
  readonly stopping?: AbortSignal;
}

/** A repository of an owner, and whether a selection can contain it. */
interface Candidate {
  readonly repository: ListedRepository;
  /** In lower case. */
  readonly name: string;
  readonly isExcluded: boolean;
  /** Passes all filters but `archived`. */
  readonly passesFilters: boolean;
}

/** An owner's repositories, checked against the exclusions and filters of a selection. */
interface OwnerCandidates {
  readonly candidates: readonly Candidate[];
  /** Entries in an unexpected form that are not excluded by name. */
  readonly unexpected: readonly UnexpectedEntry[];
  /** Name of a filter's property that the organization doesn't have. */
  readonly unknownProperty: string | undefined;
}

/** Creates the directory of a run. */
export function createDirectory(
  connection: Connection,
  { mode = "apply", shard = shardOf(undefined), log, stopping = new AbortController().signal }: DirectoryOptions = {},
): RepositoryDirectory {
  const listOf = memoizeByName(async (owner: string) => {
    const { repositories, unexpected } = await listOwnerRepositories(await connection.forOwner(owner), owner);
    // Sorted by name: the service lists the newest first.
    const sorted = repositories.toSorted((a, b) => BY_NAME.compare(a.repo, b.repo));
    return { byName: new Map(sorted.map((listed) => [listed.repo.toLowerCase(), listed])), unexpected };
  });
  const listedOwners = new Set<string>();
  const propertiesOf = memoizeByName(async (owner: string) => readProperties(await connection.forOwner(owner), owner));

  async function readCandidates(
    owner: string,
    { filters }: RepositorySelection,
    isExcluded: RepositoryPredicate,
  ): Promise<OwnerCandidates> {
    listedOwners.add(owner.toLowerCase());
    const { byName, unexpected } = await listOf(owner);
    const { values: properties, unexpected: unexpectedProperties } = filters.properties
      ? await propertiesOf(owner)
      : NO_PROPERTIES;
    const unknownNames = new Set(unexpectedProperties.map(({ name }) => name?.toLowerCase()));
    return {
      candidates: Array.from(byName, ([name, repository]) => ({
        repository,
        name,
        isExcluded: isExcluded(repository),
        passesFilters: !unknownNames.has(name) && passesFilters(repository, properties?.get(name), filters),
      })),
      unexpected: [...unexpected, ...unexpectedProperties].filter(
        ({ name }) => name === undefined || !isExcluded({ owner, repo: name }),
      ),
      unknownProperty: properties && filters.properties?.find(({ name }) => !isDefined(properties, name))?.name,
    };
  }

  async function find(selection: RepositorySelection): Promise<FoundRepositories> {
    const { patterns, filters } = selection;
    const isExcluded = exclusionsOf(patterns);
    const candidatesOf = memoizeByName((owner) => readCandidates(owner, selection, isExcluded));
    const included = patterns.filter(({ excludes, owner }) => !excludes && shard.mayHaveRepositoriesOf(owner));
    // Read concurrently; each result is used below.
    const owners = new Set(included.filter(hasWildcard).map(({ owner }) => owner.toLowerCase()));
    await settleEach({ stopping }, [...owners], candidatesOf);
    const found = new Map<string, RepositoryRef>();
    const skipped: Skipped[] = [];
    // By name: several patterns can match the same repository.
    const failures = new Map<string, Failure>();
    const addFailure = (failure: Failure) => failures.set(failure.target.toLowerCase(), failure);
    const addRepository = ({ owner, repo }: RepositoryRef) =>
      found.set(fullName({ owner, repo }).toLowerCase(), { owner, repo });
    function reportNoneFound(noneFound: Skipped, ifNoneFound: IfNoneFound): void {
      const classified = classifyNoneFound(noneFound, ifNoneFound);
      classified.failures.forEach(addFailure);
      if (mode !== "matrix") for (const warning of classified.warnings) log?.warning(warning);
      // A matrix shows what was skipped as warnings.
      if (mode !== "matrix" || ifNoneFound !== "ignore") skipped.push(...classified.skipped);
    }
    for (const pattern of included) {
      const target = fullName(pattern);
      if (!hasWildcard(pattern)) {
        if (shard.hasRepository(pattern) && !isExcluded(pattern)) addRepository(pattern);
        continue;
      }
      try {
        const ownerCandidates = await candidatesOf(pattern.owner);
        const { candidates, unknownProperty } = ownerCandidates;
        const matching = matchingCandidates(candidates, pattern);
        const passing = matching.filter((candidate) => isSelected(candidate, filters));
        passing
          .map(({ repository }) => repository)
          .filter(shard.hasRepository)
          .forEach(addRepository);
        const unexpected = unexpectedOf(pattern, ownerCandidates.unexpected).filter(
          ({ repository }) => repository === undefined || shard.hasRepository(repository),
        );
        for (const { repository, error } of unexpected)
          addFailure({ target: repository ? fullName(repository) : target, problem: describeError(error) });
        const archived = filters.archived === "exclude" ? matching.filter(isSelectedIfArchived) : [];
        const isOnlyArchived = passing.length === 0 && archived.length > 0 && archived.length === matching.length;
        const isEmpty = passing.length === 0 && unexpected.length === 0;
        const why = isEmpty ? emptyReason(candidates, matching, archived, unknownProperty) : undefined;
        if (why !== undefined) reportNoneFound({ target, why }, selection.ifNoneFound ?? defaultIfNoneFound(mode));
        const excluded = archived.filter(({ repository }) => shard.hasRepository(repository)).length;
        if (excluded > 0 && !isOnlyArchived) skipped.push({ target, why: archivedReason(excluded) });
      } catch (error) {
        if (isAuthenticationError(error) || error instanceof CancelledError) throw error;
        // By default, an owner that can't be read fails in every mode: it may well have repositories.
        if (isMissingOwner(error)) {
          reportNoneFound({ target, why: missingOwnerReason(pattern.owner, error) }, selection.ifNoneFound ?? "error");
        } else addFailure({ target, problem: describeError(error) });
      }
    }
    return { repositories: [...found.values()], skipped, unreadable: [...failures.values()] };
  }

  const readFacts = memoizeByName(async (name: string): Promise<RepositoryFacts> => {
    const [owner = "", repo = ""] = name.split("/");
    // If the list failed, `find` has reported that.
    const listed = listedOwners.has(owner) ? await listOf(owner).catch(() => undefined) : undefined;
    return listed?.byName.get(repo) ?? readRepositoryFacts(await connection.forOwner(owner), { owner, repo });
  });
  const reportedRenames = new Set<string>();

  return {
    find,
    async facts(repository) {
      const facts = await readFacts(fullName(repository));
      const requestedName = fullName(repository);
      if (!isSameRepository(facts, repository) && !reportedRenames.has(requestedName)) {
        reportedRenames.add(requestedName);
        log?.warning(
          `${requestedName} was renamed to ${fullName(facts)}. Use the new name: some requests do not follow renames.`,
        );
      }
      return facts;
    },
    hasOwner: shard.hasOwner,
  };
}

const NO_PROPERTIES = { values: undefined, unexpected: [] } as const;

type RepositoryPredicate = (repository: RepositoryRef) => boolean;

const BY_NAME = new Intl.Collator("en", { numeric: true });

/** Memoizes a function of a case-insensitive name. */
function memoizeByName<T>(load: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return (name) => {
    const key = name.toLowerCase();
    const result = results.get(key) ?? load(key);
    results.set(key, result);
    return result;
  };
}

/**
 * Returns true if the organization has a property. The service lists every property for each repository, even without
 * a value. Without repositories this can't be determined, and the result is true.
 */
function isDefined(properties: PropertiesByName["values"], name: string): boolean {
  if (properties.size === 0) return true;
  for (const values of properties.values()) if (values.has(name.toLowerCase())) return true;
  return false;
}

function matchingCandidates(candidates: readonly Candidate[], pattern: RepositoryPattern): readonly Candidate[] {
  const matchesName = wildcardMatcher(pattern.repo.toLowerCase());
  return candidates.filter(({ name }) => matchesName(name));
}

/** Returns the unexpected entries that a pattern matches, or may match if their name is unknown. */
function unexpectedOf(
  pattern: RepositoryPattern,
  entries: readonly UnexpectedEntry[],
): readonly { readonly repository: RepositoryRef | undefined; readonly error: Error }[] {
  const matchesName = wildcardMatcher(pattern.repo.toLowerCase());
  return entries
    .filter(({ name }) => name === undefined || matchesName(name.toLowerCase()))
    .map(({ name, error }) => ({
      repository: name === undefined ? name : { owner: pattern.owner, repo: name },
      error,
    }));
}

function isSelected({ repository, isExcluded, passesFilters }: Candidate, { archived }: RepositoryFilters): boolean {
  return !isExcluded && passesFilters && (archived === "include" || repository.archived === (archived === "only"));
}

function isSelectedIfArchived({ repository, isExcluded, passesFilters }: Candidate): boolean {
  return !isExcluded && passesFilters && repository.archived;
}

/** Explains why a pattern selects nothing. */
function emptyReason(
  candidates: readonly Candidate[],
  matching: readonly Candidate[],
  archived: readonly Candidate[],
  unknownProperty: string | undefined,
): string {
  if (candidates.length === 0) return "no repository of this owner is accessible";
  if (matching.length === 0) {
    return `no accessible repository matches this name (${count(candidates, "has another name", "have other names")})`;
  }
  const included = matching.filter(({ isExcluded }) => !isExcluded);
  if (included.length === 0)
    return `${count(matching, "matching repository is", "matching repositories are")} excluded`;
  if (unknownProperty !== undefined) return `the organization has no custom property "${unknownProperty}"`;
  if (archived.length === included.length) return archivedReason(archived.length);
  return `none of the ${included.length.toLocaleString("en")} matching repositories passes the filters`;
}

const count = ({ length }: readonly unknown[], singular: string, plural: string) =>
  `${length.toLocaleString("en")} ${length === 1 ? singular : plural}`;

function archivedReason(count: number): string {
  return `${count.toLocaleString("en")} archived ${count === 1 ? "repository was" : "repositories were"} excluded; set archived: include to include them`;
}

/** Returns true if the owner does not exist, or the credentials can't see it. */
function isMissingOwner(error: unknown): boolean {
  return isNotFoundError(error) || error instanceof UncoveredOwner;
}

function missingOwnerReason(owner: string, error: unknown): string {
  const detail = describeError(error);
  if (error instanceof UncoveredOwner) return detail;
  return `${owner} does not exist, or the token can't list its repositories: ${detail}`;
}
