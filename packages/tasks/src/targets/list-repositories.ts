import { type Client, isNotFoundError, isPermissionError } from "@forgehand/core";
import {
  listInstallationRepositories,
  listOrganizationCustomPropertyValues,
  listOrganizationRepositories,
  listRepositories,
} from "@forgehand/core/operations";
import { parseTime } from "../service-time.ts";
import type { RepositoryFacts } from "./directory.ts";

/** A repository with the fields that lists contain. */
export interface ListedRepository extends RepositoryFacts {
  readonly topics: readonly string[];
  readonly language: string | undefined;
}

/** A repository's custom property values by property name, in lower case. */
export type PropertyValues = ReadonlyMap<string, readonly string[]>;
/** Custom properties by repository name, in lower case. */
export type PropertiesByName = ReadonlyMap<string, PropertyValues>;

/**
 * Lists all repositories of an organization or a user that the credentials can read.
 * @throws ForgeError
 */
export async function listOwnerRepositories(client: Client, owner: string): Promise<readonly ListedRepository[]> {
  try {
    return await Array.fromAsync(client.items(listOrganizationRepositories, { org: owner }, PREFETCH), toListed);
  } catch (error) {
    if (!isNotFoundError(error) && !isPermissionError(error)) throw error;
    // Not an organization, or the token can't list it. Falls back to the repositories that the token itself can list.
    const ownRepositories = (await listTokenRepositories(client)).filter(
      (repository) => repository.owner.toLowerCase() === owner.toLowerCase(),
    );
    if (ownRepositories.length === 0) throw error;
    return ownRepositories;
  }
}

const PREFETCH = { prefetch: true } as const;

/** Lists the repositories granted to the token: an app installation's repositories, or the user's own. */
async function listTokenRepositories(client: Client): Promise<readonly ListedRepository[]> {
  try {
    return await Array.fromAsync(client.items(listInstallationRepositories, {}, PREFETCH), toListed);
  } catch (error) {
    if (!isPermissionError(error)) throw error;
  }
  try {
    return await Array.fromAsync(client.items(listRepositories, { affiliation: "owner" }, PREFETCH), toListed);
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    return [];
  }
}

/**
 * Reads the custom properties of all repositories of an organization.
 * @throws ForgeError
 */
export async function readProperties(client: Client, org: string): Promise<PropertiesByName> {
  const found = await Array.fromAsync(client.items(listOrganizationCustomPropertyValues, { org }, PREFETCH));
  return new Map(
    found.map(({ repository_name, properties }) => [
      repository_name.toLowerCase(),
      new Map(properties.map(({ property_name, value }) => [property_name.toLowerCase(), [value ?? []].flat()])),
    ]),
  );
}

interface RepositoryResponse {
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

function toListed(response: RepositoryResponse): ListedRepository {
  return { ...toFacts(response), topics: response.topics ?? [], language: response.language ?? undefined };
}

export function toFacts(response: RepositoryResponse): RepositoryFacts {
  const { id, name, owner, archived, default_branch, created_at } = response;
  return {
    owner: owner.login,
    repo: name,
    id,
    ownerId: owner.id,
    defaultBranch: default_branch ?? "main",
    visibility: response.visibility ?? (response.private ? "private" : "public"),
    archived: archived ?? false,
    created: parseTime(created_at),
  };
}
