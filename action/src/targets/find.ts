import { type Client, isNotFoundError } from "@forgehand/core";
import { getRepository, listOrganizationRepositories, listRepositories } from "@forgehand/core/operations";
import type { Connection } from "../connection.ts";
import { problemOf } from "../problem.ts";
import type { Failure, Skipped } from "../task.ts";
import type { Directory, Filters, Found, RepositoryFacts, Selection } from "./directory.ts";
import { isWild, nameOf, type Repository, type RepositoryPattern } from "./repository.ts";
import { wildcard } from "./wildcard.ts";

/** A repository as lists show it. */
interface Listed extends RepositoryFacts {
  readonly topics: readonly string[];
  readonly language: string | undefined;
}

/** A run's directory. @param isMine whether an owner's repository is part of this run's shard */
export function createDirectory(
  connection: Connection,
  isMine: (owner: string, repo: string | undefined) => boolean = () => true,
): Directory {
  const lists = new Map<string, Promise<readonly Listed[]>>();
  const listOf = (owner: string) => {
    const key = owner.toLowerCase();
    const known = lists.get(key) ?? connection.forOwner(owner).then((client) => readList(client, owner));
    lists.set(key, known);
    return known;
  };
  const seen = new Map<string, Promise<RepositoryFacts>>();

  async function find({ patterns, filters }: Selection): Promise<Found> {
    const [excluding, including] = [patterns.filter((one) => one.excludes), patterns.filter((one) => !one.excludes)];
    const leavesOut = excluding.map(matcher);
    const found = new Map<string, Repository>();
    const skipped: Skipped[] = [];
    const unreadable: Failure[] = [];
    const take = ({ owner, repo }: Repository) => {
      if (!isMine(owner, repo)) return;
      const name = nameOf({ owner, repo });
      if (leavesOut.some((matches) => matches({ owner, repo }))) return;
      found.set(name.toLowerCase(), { owner, repo });
    };
    for (const pattern of including) {
      if (!isWild(pattern)) {
        take(pattern);
        continue;
      }
      if (!isMine(pattern.owner, undefined)) continue;
      try {
        const matches = matcher(pattern);
        const list = (await listOf(pattern.owner)).filter(matches);
        const wanted = list.filter((one) => passes(one, filters));
        wanted.forEach(take);
        if (wanted.length === 0) skipped.push({ target: nameOf(pattern), why: nothingFound(list.length) });
      } catch (error) {
        unreadable.push({ target: nameOf(pattern), problem: problemOf(error) });
      }
    }
    return { repositories: [...found.values()], skipped, unreadable };
  }

  async function readFacts({ owner, repo }: Repository): Promise<RepositoryFacts> {
    const listed = await lists.get(owner.toLowerCase())?.catch(() => undefined);
    const known = listed?.find((one) => one.repo.toLowerCase() === repo.toLowerCase());
    if (known) return known;
    const client = await connection.forOwner(owner);
    return factsOf(await client.call(getRepository, { owner, repo }));
  }

  return {
    find,
    facts(repository) {
      const key = nameOf(repository).toLowerCase();
      const known = seen.get(key) ?? readFacts(repository);
      seen.set(key, known);
      return known;
    },
    hasOwner: (owner) => isMine(owner, undefined),
  };
}

function nothingFound(matched: number): string {
  return matched === 0 ? "no repository has such a name" : `none of ${matched} with such a name passes the filters`;
}

function matcher(pattern: RepositoryPattern): (repository: Repository) => boolean {
  const isNamed = wildcard(pattern.repo);
  const owner = pattern.owner.toLowerCase();
  return (repository) => repository.owner.toLowerCase() === owner && isNamed(repository.repo);
}

function passes(repository: Listed, filters: Filters): boolean {
  const { topics, visibility, archived, languages } = filters;
  if (archived !== "include" && repository.archived !== (archived === "only")) return false;
  if (topics && !topics.some((topic) => repository.topics.includes(topic.toLowerCase()))) return false;
  if (visibility && !visibility.some((one) => one === repository.visibility)) return false;
  const language = repository.language?.toLowerCase();
  return !languages || languages.some((one) => one.toLowerCase() === language);
}

async function readList(client: Client, owner: string): Promise<readonly Listed[]> {
  try {
    return await Array.fromAsync(client.items(listOrganizationRepositories, { org: owner }), listedOf);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    // No organization: somebody's own repositories, which only they can list whole.
    const own = await Array.fromAsync(client.items(listRepositories, { affiliation: "owner" }), listedOf);
    const theirs = own.filter((one) => one.owner.toLowerCase() === owner.toLowerCase());
    if (theirs.length === 0) throw error;
    return theirs;
  }
}

interface Answered {
  readonly id: number;
  readonly name: string;
  readonly owner: { readonly login: string; readonly id: number };
  readonly private: boolean;
  readonly visibility?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly default_branch?: string | undefined;
  readonly created_at?: string | null | undefined;
  readonly topics?: readonly string[] | undefined;
  readonly language?: string | null | undefined;
}

function listedOf(answered: Answered): Listed {
  return { ...factsOf(answered), topics: answered.topics ?? [], language: answered.language ?? undefined };
}

function factsOf(answered: Answered): RepositoryFacts {
  const { id, name, owner, archived, default_branch, created_at } = answered;
  const created = new Date(created_at ?? Number.NaN);
  return {
    ...{ owner: owner.login, repo: name, id, ownerId: owner.id },
    defaultBranch: default_branch ?? "main",
    visibility: answered.visibility ?? (answered.private ? "private" : "public"),
    archived: archived ?? false,
    created: Number.isNaN(created.getTime()) ? undefined : created,
  };
}
