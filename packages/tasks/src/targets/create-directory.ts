import { isAuthenticationError, isNotFoundError } from "@forgehand/core";
import { wildcardMatcher } from "@forgehand/core/internal";
import { CancelledError } from "../cancellation/cancellation.ts";
import { type Connection, type Installation, UncoveredOwner } from "../connection.ts";
import { limitConcurrency } from "../limit-concurrency.ts";
import type { Log } from "../log.ts";
import type { Failure, Skipped } from "../plan.ts";
import { describeError } from "../problem.ts";
import { fullName, hasWildcard, isSameRepository, isWildcardText, type RepositoryRef } from "../repository.ts";
import type { Mode } from "../settings/values.ts";
import type {
  FoundOrganizations,
  FoundRepositories,
  RepositoryDirectory,
  RepositoryFacts,
  RepositorySelection,
} from "./directory.ts";
import { type Exclusions, exclusionsOf } from "./exclusions.ts";
import { classifyNoneFound, defaultIfNoneFound, type IfNoneFound, type NoneFound } from "./if-none-found.ts";
import {
  listGrantedRepositories,
  listOwnerRepositories,
  type OwnerRepositories,
  readProperties,
  readRepositoryFacts,
} from "./list-repositories.ts";
import {
  archivedReason,
  createCandidates,
  emptyReason,
  matchCandidates,
  NO_OWNER_REASON,
  type OwnerCandidates,
  type PatternMatches,
  type RepositoriesByName,
} from "./match-candidates.ts";
import { installationMatcher } from "./match-installations.ts";
import { type Shard, shardOf } from "./shard.ts";

interface DirectoryOptions {
  readonly mode?: Mode;
  /** The run's shard; default: all targets. */
  readonly shard?: Shard;
  readonly log?: Pick<Log, "warning">;
}

/** An owner with repositories that a pattern can match. */
interface PatternOwner {
  readonly owner: string;
  /** Undefined if the pattern names the owner exactly. */
  readonly installation: Installation | undefined;
}

/** The owners of a pattern in this run's shard. */
interface PatternOwners {
  readonly owners: readonly PatternOwner[];
  readonly skipped: readonly Skipped[];
  /** False if other shards may have more of them. */
  readonly isComplete: boolean;
}

/** Creates the directory of a run. */
export function createDirectory(
  connection: Connection,
  { mode = "apply", shard = shardOf(undefined), log }: DirectoryOptions = {},
): RepositoryDirectory {
  const listOf = memoizeByName(async (owner) => {
    const list = await listOwnerRepositories(await connection.forOwner(owner), owner).catch((error: unknown) => {
      if (!isNotFoundError(error)) throw error;
      throw new UncoveredOwner(
        `${owner} does not exist, or the token can't list its repositories: ${describeError(error)}`,
      );
    });
    return byName(list);
  });
  // An organization's list can contain public repositories that the installation was not given.
  const grantedOf = memoizeByName(async (owner) =>
    byName(await listGrantedRepositories(await connection.forOwner(owner))),
  );
  const propertiesOf = memoizeByName(async (owner) => readProperties(await connection.forOwner(owner), owner));
  const matchInstallations = installationMatcher(connection);
  const installationOwners = new Map<Installation, PatternOwner>();
  /** Returns the same object for the same installation. */
  function installationOwner(installation: Installation): PatternOwner {
    const owner = installationOwners.get(installation) ?? { owner: installation.owner, installation };
    installationOwners.set(installation, owner);
    return owner;
  }

  async function readCandidates(
    { owner, installation }: PatternOwner,
    { filters }: RepositorySelection,
    exclusions: Exclusions,
  ): Promise<OwnerCandidates> {
    const list = await (installation ? grantedOf : listOf)(owner);
    const hasProperties = installation === undefined || installation.kind === "organization";
    const properties = filters.properties && hasProperties ? await propertiesOf(owner) : undefined;
    return createCandidates(owner, list, properties, filters, exclusions);
  }

  async function ownersOf(owner: string, exclusions: Exclusions): Promise<PatternOwners> {
    const isInShard = shard.mayHaveRepositoriesOf;
    if (!isWildcardText(owner)) {
      const isIncluded = isInShard(owner);
      return { owners: isIncluded ? [{ owner, installation: undefined }] : [], skipped: [], isComplete: isIncluded };
    }
    const isIncluded = (candidate: string) => !exclusions.hasOwner(candidate);
    const { active, skipped } = await matchInstallations(owner, ["organization", "user"], isIncluded);
    const owners = active.filter((installation) => isInShard(installation.owner));
    return {
      owners: owners.map(installationOwner),
      skipped: skipped.filter(({ target }) => shard.hasOwner(target)),
      isComplete: shard.hasAllOwners,
    };
  }

  /** Reports a pattern without targets as the setting says. */
  function reportNoneFound(noneFound: Skipped, ifNoneFound: IfNoneFound): NoneFound {
    const reported = classifyNoneFound(noneFound, ifNoneFound);
    // A matrix shows what was skipped as warnings.
    if (mode === "matrix") return ifNoneFound === "ignore" ? { ...reported, skipped: [] } : reported;
    for (const warning of reported.warnings) log?.warning(warning);
    return reported;
  }

  async function find(selection: RepositorySelection): Promise<FoundRepositories> {
    const { patterns, ifNoneFound } = selection;
    const exclusions = exclusionsOf(patterns);
    const included = patterns.filter(({ excludes }) => !excludes);
    const ownersByPattern = new Map<string, PatternOwners>();
    const candidates = new Map<PatternOwner, Promise<OwnerCandidates>>();
    for (const { owner } of included.filter(hasWildcard)) {
      const key = owner.toLowerCase();
      if (!ownersByPattern.has(key)) ownersByPattern.set(key, await ownersOf(key, exclusions));
    }
    // Read concurrently; each result is used below. After a refused token, nothing more is read.
    const toRead = new Set([...ownersByPattern.values()].flatMap(({ owners }) => owners));
    const limit = limitConcurrency(MAX_CONCURRENT_LISTS);
    let isRefused = false;
    async function startReading(patternOwner: PatternOwner): Promise<void> {
      if (isRefused) return;
      const reading = readCandidates(patternOwner, selection, exclusions);
      candidates.set(patternOwner, reading);
      await reading.catch((error: unknown) => {
        isRefused ||= isAuthenticationError(error);
      });
    }
    await Promise.all(Array.from(toRead, (patternOwner) => limit(() => startReading(patternOwner))));
    const found = new Map<string, RepositoryRef>();
    const skipped = new Map<string, Skipped>();
    // By name: several patterns can match the same repository.
    const failures = new Map<string, Failure>();
    const addFailure = (failure: Failure) => failures.set(failure.target.toLowerCase(), failure);
    const addRepository = ({ owner, repo }: RepositoryRef) =>
      found.set(fullName({ owner, repo }).toLowerCase(), { owner, repo });
    const addSkipped = (skip: Skipped) => skipped.set(`${skip.target} ${skip.why}`, skip);
    function addNoneFound(noneFound: Skipped, byDefault: IfNoneFound): void {
      const reported = reportNoneFound(noneFound, ifNoneFound ?? byDefault);
      reported.failures.forEach(addFailure);
      reported.skipped.forEach(addSkipped);
    }
    for (const pattern of included) {
      const matched = ownersByPattern.get(pattern.owner.toLowerCase());
      if (!matched || !hasWildcard(pattern)) {
        if (shard.hasRepository(pattern) && !exclusions.hasRepository(pattern)) addRepository(pattern);
        continue;
      }
      const target = fullName(pattern);
      matched.skipped.forEach(addSkipped);
      const matches: PatternMatches[] = [];
      for (const patternOwner of matched.owners) {
        try {
          const read = await (candidates.get(patternOwner) ?? readCandidates(patternOwner, selection, exclusions));
          const match = matchCandidates(read, pattern, selection.filters.archived);
          matches.push(match);
          for (const { name, error } of match.unexpected) {
            const unexpected = { owner: patternOwner.owner, repo: name ?? pattern.repo };
            if (name !== undefined && !shard.hasRepository(unexpected)) continue;
            addFailure({ target: fullName(unexpected), problem: describeError(error) });
          }
        } catch (error) {
          if (isAuthenticationError(error) || error instanceof CancelledError) throw error;
          const name = patternOwner.installation ? fullName({ ...pattern, owner: patternOwner.owner }) : target;
          // By default, an owner that can't be read fails in every mode: it may well have repositories.
          if (error instanceof UncoveredOwner) addNoneFound({ target: name, why: describeError(error) }, "error");
          else addFailure({ target: name, problem: describeError(error) });
        }
      }
      for (const { selected } of matches) selected.filter(shard.hasRepository).forEach(addRepository);
      // It can have targets in other shards, or for owners that could not be read.
      const isComplete = matched.isComplete && matches.length === matched.owners.length;
      const why = isComplete ? emptyReason(matches) : undefined;
      if (why !== undefined) addNoneFound({ target, why }, defaultIfNoneFound(mode));
      const archived = matches.flatMap((match) => match.archived).filter(shard.hasRepository);
      const reason = archivedReason(archived.length);
      if (archived.length > 0 && why !== reason) addSkipped({ target, why: reason });
    }
    return { repositories: [...found.values()], skipped: [...skipped.values()], unreadable: [...failures.values()] };
  }

  async function findOrganizations(
    patterns: readonly string[],
    ifNoneFound: IfNoneFound = defaultIfNoneFound(mode),
  ): Promise<FoundOrganizations> {
    const exclusions = patterns.filter((pattern) => pattern.startsWith("!"));
    const excluding = exclusions.map((pattern) => wildcardMatcher(pattern.slice(1).toLowerCase()));
    const isIncluded = (owner: string) => !excluding.some((matches) => matches(owner.toLowerCase()));
    const found = new Map<string, string>();
    const skipped = new Map<string, Skipped>();
    const unreadable: Failure[] = [];
    const addOrganization = (login: string) => {
      if (shard.hasOwner(login)) found.set(login.toLowerCase(), login);
    };
    for (const pattern of patterns.filter((pattern) => !pattern.startsWith("!"))) {
      if (!isWildcardText(pattern)) {
        if (isIncluded(pattern)) addOrganization(pattern);
        continue;
      }
      const matched = await matchInstallations(pattern, ["organization"], isIncluded);
      for (const { owner } of matched.active) addOrganization(owner);
      for (const skip of matched.skipped) if (shard.hasOwner(skip.target)) skipped.set(skip.target, skip);
      if (matched.active.length > 0 || !shard.hasAllOwners) continue;
      const reported = reportNoneFound({ target: pattern, why: NO_OWNER_REASON }, ifNoneFound);
      unreadable.push(...reported.failures);
      for (const skip of reported.skipped) skipped.set(skip.target, skip);
    }
    return { organizations: [...found.values()], skipped: [...skipped.values()], unreadable };
  }

  const readFacts = memoizeByName(async (name: string): Promise<RepositoryFacts> => {
    const [owner = "", repo = ""] = name.split("/");
    for (const list of [grantedOf.known(owner), listOf.known(owner)]) {
      // If the list failed, `find` has reported that.
      const known = (await list?.catch(() => undefined))?.byName.get(repo);
      if (known) return known;
    }
    return readRepositoryFacts(await connection.forOwner(owner), { owner, repo });
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
    findOrganizations,
  };
}

/** Maximum number of owners whose repositories are listed concurrently. */
const MAX_CONCURRENT_LISTS = 50;

const BY_NAME = new Intl.Collator("en", { numeric: true });

/** Sorts a list by name, since the service lists the newest first, and returns it by name in lower case. */
function byName({ repositories, unexpected }: OwnerRepositories): RepositoriesByName {
  const sorted = repositories.toSorted((a, b) => BY_NAME.compare(a.repo, b.repo));
  return { byName: new Map(sorted.map((repository) => [repository.repo.toLowerCase(), repository])), unexpected };
}

/** A function of a case-insensitive name whose results are kept. */
interface MemoizedByName<T> {
  (name: string): Promise<T>;
  /** Returns the result, if the function was called with the name. */
  readonly known: (name: string) => Promise<T> | undefined;
}

function memoizeByName<T>(load: (name: string) => Promise<T>): MemoizedByName<T> {
  const results = new Map<string, Promise<T>>();
  const known = (name: string) => results.get(name.toLowerCase());
  const memoized = (name: string) => {
    const result = known(name) ?? load(name.toLowerCase());
    results.set(name.toLowerCase(), result);
    return result;
  };
  return Object.assign(memoized, { known });
}
