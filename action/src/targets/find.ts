import { isAuthenticationError } from "@forgehand/core";
import { getRepository } from "@forgehand/core/operations";
import type { Connection } from "../connection.ts";
import type { Log } from "../log.ts";
import type { Failure, Skipped } from "../plan.ts";
import { problemOf } from "../problem.ts";
import { Stopped } from "../run/ending/ending.ts";
import type { Directory, Found, RepositoryFacts, Selection } from "./directory.ts";
import { passes } from "./filters.ts";
import { factsOf, type Listed, type PropertiesByName, readList, readProperties } from "./list.ts";
import { isSameRepository, isWild, nameOf, type Repository, type RepositoryPattern } from "./repository.ts";
import { type Shard, shardOf } from "./shard.ts";
import { wildcard } from "./wildcard.ts";

/** What a directory needs to know of its run. */
interface DirectoryOptions {
  /** Which part of the targets is the run's; default all of them. */
  readonly shard?: Shard;
  readonly log?: Pick<Log, "warning">;
}

/** A run's directory. */
export function createDirectory(
  connection: Connection,
  { shard = shardOf(undefined), log }: DirectoryOptions = {},
): Directory {
  const listOf = remembered(async (owner: string): Promise<ReadonlyMap<string, Listed>> => {
    const list = await readList(await connection.forOwner(owner), owner);
    return new Map(list.map((one) => [one.repo.toLowerCase(), one]));
  });
  const listsRead = new Set<string>();
  const propertiesOf = remembered(async (owner: string) => readProperties(await connection.forOwner(owner), owner));

  async function matchesOf(pattern: RepositoryPattern, { filters }: Selection, leftOut: LeftOut): Promise<Matches> {
    listsRead.add(pattern.owner.toLowerCase());
    const isNamed = matcher(pattern);
    const all = [...(await listOf(pattern.owner)).values()].filter((one) => isNamed(one) && !leftOut(one));
    const properties = filters.properties ? await propertiesOf(pattern.owner) : undefined;
    const isOf = (one: Listed) => passes(one, properties?.get(one.repo.toLowerCase()), filters);
    const wanted = all.filter(
      (one) => filters.archived === "include" || one.archived === (filters.archived === "only"),
    );
    const mine = (list: readonly Listed[]) => list.filter(shard.hasRepository);
    const passing = wanted.filter(isOf);
    const archived = filters.archived === "exclude" ? mine(all.filter((one) => one.archived && isOf(one))).length : 0;
    const unknown = properties && filters.properties?.find(({ name }) => !isDefined(properties, name))?.name;
    const why = passing.length === 0 ? nothingFound(all.length, archived, unknown) : undefined;
    return { taken: mine(passing), skipped: [...(why ? [why] : []), ...(archived ? [archivedOut(archived)] : [])] };
  }

  async function find(selection: Selection): Promise<Found> {
    const { patterns } = selection;
    const excluding = patterns.filter(({ excludes }) => excludes).map(matcher);
    const leftOut: LeftOut = (repository) => excluding.some((matches) => matches(repository));
    const found = new Map<string, Repository>();
    const skipped: Skipped[] = [];
    const unreadable: Failure[] = [];
    const take = ({ owner, repo }: Repository) => found.set(nameOf({ owner, repo }).toLowerCase(), { owner, repo });
    for (const pattern of patterns) {
      if (pattern.excludes || !shard.reaches(pattern.owner)) continue;
      if (!isWild(pattern)) {
        if (shard.hasRepository(pattern) && !leftOut(pattern)) take(pattern);
        continue;
      }
      const target = nameOf(pattern);
      try {
        const matches = await matchesOf(pattern, selection, leftOut);
        // By name, as a reader looks for them: the service lists the newest first.
        matches.taken.toSorted((a, b) => a.repo.localeCompare(b.repo, "en", { numeric: true })).forEach(take);
        skipped.push(...matches.skipped.map((why) => ({ target, why })));
      } catch (error) {
        if (isAuthenticationError(error) || error instanceof Stopped) throw error;
        unreadable.push({ target, problem: problemOf(error) });
      }
    }
    return { repositories: [...found.values()], skipped, unreadable };
  }

  const readFacts = remembered(async (name: string): Promise<RepositoryFacts> => {
    const [owner = "", repo = ""] = name.split("/");
    const listed = listsRead.has(owner) ? await listOf(owner).catch(() => undefined) : undefined;
    const known = listed?.get(repo);
    if (known) return known;
    const client = await connection.forOwner(owner);
    return factsOf(await client.call(getRepository, { owner, repo }));
  });
  const moved = new Set<string>();

  return {
    find,
    async facts(repository) {
      const facts = await readFacts(nameOf(repository));
      const asked = nameOf(repository);
      if (!isSameRepository(facts, repository) && !moved.has(asked)) {
        moved.add(asked);
        log?.warning(
          `${asked} is called ${nameOf(facts)} by now: name it so, as not every change follows a renamed one.`,
        );
      }
      return facts;
    },
    hasOwner: shard.hasOwner,
  };
}

type LeftOut = (repository: Repository) => boolean;

/** What a pattern comes to. */
interface Matches {
  readonly taken: readonly Repository[];
  /** Why others, or all, were left out. */
  readonly skipped: readonly string[];
}

/** Asks once for each name, whatever the case of its letters. */
function remembered<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (name) => {
    const key = name.toLowerCase();
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    return answer;
  };
}

/** Does the organization have such a property? Lists name all, with no value where a repository has none. */
function isDefined(properties: PropertiesByName, name: string): boolean {
  if (properties.size === 0) return true;
  for (const one of properties.values()) if (one.has(name.toLowerCase())) return true;
  return false;
}

function nothingFound(matched: number, archived: number, unknownProperty: string | undefined): string | undefined {
  if (matched === 0) return "no repository that these credentials reach has such a name";
  if (unknownProperty !== undefined) return `the organization has no custom property "${unknownProperty}"`;
  if (matched === archived) return undefined;
  return `none of ${matched.toLocaleString("en")} with such a name passes the filters`;
}

function archivedOut(count: number): string {
  return `${count.toLocaleString("en")} archived ${count === 1 ? "repository was" : "repositories were"} left out; archived: include takes them too`;
}

function matcher(pattern: RepositoryPattern): (repository: Repository) => boolean {
  const isNamed = wildcard(pattern.repo);
  const owner = pattern.owner.toLowerCase();
  return (repository) => repository.owner.toLowerCase() === owner && isNamed(repository.repo);
}
