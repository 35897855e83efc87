import { type Client, isNotFoundError, isPermissionError } from "@forgehand/core";
import {
  listInstallationRepositories,
  listOrganizationCustomPropertyValues,
  listOrganizationRepositories,
  listRepositories,
} from "@forgehand/core/operations";
import { timeOf } from "../service-time.ts";
import type { RepositoryFacts } from "./directory.ts";

/** A repository as lists show it. */
export interface Listed extends RepositoryFacts {
  readonly topics: readonly string[];
  readonly language: string | undefined;
}

/** Custom properties: their values by their names, in small letters; of a repository, by its name in small letters. */
export type Properties = ReadonlyMap<string, readonly string[]>;
export type PropertiesByName = ReadonlyMap<string, Properties>;

/** All repositories of an owner that the credentials reach, be it an organization or a person. @throws ForgeError */
export async function readList(client: Client, owner: string): Promise<readonly Listed[]> {
  try {
    return await Array.fromAsync(client.items(listOrganizationRepositories, { org: owner }, AHEAD), listedOf);
  } catch (error) {
    if (!isNotFoundError(error) && !isPermissionError(error)) throw error;
    // No organization, or one whose list this token may not read: what the token itself was given may be the same.
    const given = (await givenTo(client)).filter((one) => one.owner.toLowerCase() === owner.toLowerCase());
    if (given.length === 0) throw error;
    return given;
  }
}

const AHEAD = { prefetch: true } as const;

/** What a token tells of by itself: an app's installation the repositories it was given, a person's token that person's own. */
async function givenTo(client: Client): Promise<readonly Listed[]> {
  try {
    return await Array.fromAsync(client.items(listInstallationRepositories, {}, AHEAD), listedOf);
  } catch (error) {
    if (!isPermissionError(error)) throw error;
  }
  try {
    return await Array.fromAsync(client.items(listRepositories, { affiliation: "owner" }, AHEAD), listedOf);
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    return [];
  }
}

/** The custom properties of all repositories of an organization. @throws ForgeError */
export async function readProperties(client: Client, org: string): Promise<PropertiesByName> {
  const found = await Array.fromAsync(client.items(listOrganizationCustomPropertyValues, { org }, AHEAD));
  return new Map(
    found.map(({ repository_name, properties }) => [
      repository_name.toLowerCase(),
      new Map(properties.map(({ property_name, value }) => [property_name.toLowerCase(), [value ?? []].flat()])),
    ]),
  );
}

/** A repository as answers have it. */
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

/** What an answer tells of a repository. */
export function factsOf(answered: Answered): RepositoryFacts {
  const { id, name, owner, archived, default_branch, created_at } = answered;
  return {
    ...{ owner: owner.login, repo: name, id, ownerId: owner.id },
    defaultBranch: default_branch ?? "main",
    visibility: answered.visibility ?? (answered.private ? "private" : "public"),
    archived: archived ?? false,
    created: timeOf(created_at),
  };
}
