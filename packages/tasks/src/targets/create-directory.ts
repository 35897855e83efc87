import { isAuthenticationError } from "@forgehand/core";
import { wildcardMatcher } from "@forgehand/core/internal";
import { getRepository } from "@forgehand/core/operations";
import { CancelledError } from "../cancellation/cancellation.ts";
import type { Connection } from "../connection.ts";
import type { Log } from "../log.ts";
import type { Failure, Skipped } from "../plan.ts";
import { describeError } from "../problem.ts";
import { fullName, hasWildcard, isSameRepository, type RepositoryPattern, type RepositoryRef } from "../repository.ts";
import type { FoundRepositories, RepositoryDirectory, RepositoryFacts, RepositorySelection } from "./directory.ts";
import {
  type ListedRepository,
  listOwnerRepositories,
  type PropertiesByName,
  readProperties,
  toFacts,
} from "./list-repositories.ts";
import { passesFilters } from "./passes-filters.ts";
import { type Shard, shardOf } from "./shard.ts";

interface DirectoryOptions {
  /** The run's shard; default: all targets. */
  readonly shard?: Shard;
  readonly log?: Pick<Log, "warning">;
}

/** Creates the directory of a run. */
export function createDirectory(
  connection: Connection,
  { shard = shardOf(undefined), log }: DirectoryOptions = {},
): RepositoryDirectory {
  const listOf = memoizeByName(async (owner: string): Promise<ReadonlyMap<string, ListedRepository>> => {
    const list = await listOwnerRepositories(await connection.forOwner(owner), owner);
    return new Map(list.map((repository) => [repository.repo.toLowerCase(), repository]));
  });
  const listedOwners = new Set<string>();
  const propertiesOf = memoizeByName(async (owner: string) => readProperties(await connection.forOwner(owner), owner));

  async function matchesOf(
    pattern: RepositoryPattern,
    { filters }: RepositorySelection,
    isExcluded: RepositoryPredicate,
  ): Promise<PatternMatches> {
    listedOwners.add(pattern.owner.toLowerCase());
    const matchesName = matcher(pattern);
    const matching = [...(await listOf(pattern.owner)).values()].filter(
      (repository) => matchesName(repository) && !isExcluded(repository),
    );
    const properties = filters.properties ? await propertiesOf(pattern.owner) : undefined;
    const matchesFilters = (repository: ListedRepository) =>
      passesFilters(repository, properties?.get(repository.repo.toLowerCase()), filters);
    const eligible = matching.filter(
      (repository) => filters.archived === "include" || repository.archived === (filters.archived === "only"),
    );
    const inShard = (list: readonly ListedRepository[]) => list.filter(shard.hasRepository);
    const passing = eligible.filter(matchesFilters);
    const archived =
      filters.archived === "exclude"
        ? inShard(matching.filter((repository) => repository.archived && matchesFilters(repository))).length
        : 0;
    const unknown = properties && filters.properties?.find(({ name }) => !isDefined(properties, name))?.name;
    const why = passing.length === 0 ? emptyReason(matching.length, archived, unknown) : undefined;
    return {
      repositories: inShard(passing),
      skipped: [...(why ? [why] : []), ...(archived ? [archivedReason(archived)] : [])],
    };
  }

  async function find(selection: RepositorySelection): Promise<FoundRepositories> {
    const { patterns } = selection;
    const exclusions = patterns.filter(({ excludes }) => excludes).map(matcher);
    const isExcluded: RepositoryPredicate = (repository) => exclusions.some((matches) => matches(repository));
    const found = new Map<string, RepositoryRef>();
    const skipped: Skipped[] = [];
    const unreadable: Failure[] = [];
    const addRepository = ({ owner, repo }: RepositoryRef) =>
      found.set(fullName({ owner, repo }).toLowerCase(), { owner, repo });
    for (const pattern of patterns) {
      if (pattern.excludes || !shard.mayHaveRepositoriesOf(pattern.owner)) continue;
      if (!hasWildcard(pattern)) {
        if (shard.hasRepository(pattern) && !isExcluded(pattern)) addRepository(pattern);
        continue;
      }
      const target = fullName(pattern);
      try {
        const matches = await matchesOf(pattern, selection, isExcluded);
        // Sorted by name: the service lists the newest first.
        matches.repositories
          .toSorted((a, b) => a.repo.localeCompare(b.repo, "en", { numeric: true }))
          .forEach(addRepository);
        skipped.push(...matches.skipped.map((why) => ({ target, why })));
      } catch (error) {
        if (isAuthenticationError(error) || error instanceof CancelledError) throw error;
        unreadable.push({ target, problem: describeError(error) });
      }
    }
    return { repositories: [...found.values()], skipped, unreadable };
  }

  const readFacts = memoizeByName(async (name: string): Promise<RepositoryFacts> => {
    const [owner = "", repo = ""] = name.split("/");
    const listed = listedOwners.has(owner) ? await listOf(owner).catch(() => undefined) : undefined;
    const known = listed?.get(repo);
    if (known) return known;
    const client = await connection.forOwner(owner);
    return toFacts(await client.call(getRepository, { owner, repo }));
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

type RepositoryPredicate = (repository: RepositoryRef) => boolean;

interface PatternMatches {
  readonly repositories: readonly RepositoryRef[];
  /** Reasons why repositories were excluded. */
  readonly skipped: readonly string[];
}

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
function isDefined(properties: PropertiesByName, name: string): boolean {
  if (properties.size === 0) return true;
  for (const values of properties.values()) if (values.has(name.toLowerCase())) return true;
  return false;
}

function emptyReason(matched: number, archived: number, unknownProperty: string | undefined): string | undefined {
  if (matched === 0) return "no accessible repository matches this name";
  if (unknownProperty !== undefined) return `the organization has no custom property "${unknownProperty}"`;
  if (matched === archived) return undefined;
  return `none of the ${matched.toLocaleString("en")} matching repositories passes the filters`;
}

function archivedReason(count: number): string {
  return `${count.toLocaleString("en")} archived ${count === 1 ? "repository was" : "repositories were"} excluded; set archived: include to include them`;
}

function matcher(pattern: RepositoryPattern): (repository: RepositoryRef) => boolean {
  const matchesName = wildcardMatcher(pattern.repo.toLowerCase());
  const owner = pattern.owner.toLowerCase();
  return (repository) => repository.owner.toLowerCase() === owner && matchesName(repository.repo.toLowerCase());
}
