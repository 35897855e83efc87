import {
  type Client,
  type InvalidItem,
  isNotFoundError,
  isPermissionError,
  type ListOperation,
  pickFields,
} from "@forgehand/core";
import {
  getRepository,
  listInstallationRepositories,
  listOrganizationCustomPropertyValues,
  listOrganizationRepositories,
  listRepositories,
} from "@forgehand/core/operations";
import type { RepositoryRef } from "../repository.ts";
import { parseTime } from "../service-time.ts";
import type { RepositoryFacts } from "./directory.ts";

/** A repository with the fields that lists contain. */
export interface ListedRepository extends RepositoryFacts {
  readonly topics: readonly string[];
  readonly language: string | undefined;
}

/** An entry of a list that the service shows in an unexpected form. */
export interface UnexpectedEntry {
  /** Name of the repository, without its owner; undefined if it is what is unexpected. */
  readonly name: string | undefined;
  readonly error: Error;
}

/** Repositories of an owner, and those that the service shows in an unexpected form. */
export interface OwnerRepositories {
  readonly repositories: readonly ListedRepository[];
  readonly unexpected: readonly UnexpectedEntry[];
}

/** A repository's custom property values by property name, in lower case. */
export type PropertyValues = ReadonlyMap<string, readonly string[]>;
/** Custom properties by repository name, in lower case. */
export interface PropertiesByName {
  readonly values: ReadonlyMap<string, PropertyValues>;
  readonly unexpected: readonly UnexpectedEntry[];
}

// Only fields that are used are validated, so that an unexpected value in another one does not stop a run.
const FACTS = {
  id: true,
  name: true,
  owner: { login: true, id: true },
  private: true,
  visibility: true,
  archived: true,
  default_branch: true,
  created_at: true,
} as const;
const LISTED = { ...FACTS, topics: true, language: true } as const;

const organizationRepositories = pickFields(listOrganizationRepositories, LISTED);
const ownRepositories = pickFields(listRepositories, LISTED);
const installationRepositories = pickFields(listInstallationRepositories, { repositories: LISTED });
const propertyValues = pickFields(listOrganizationCustomPropertyValues, {
  repository_name: true,
  properties: { property_name: true, value: true },
});
const repositoryFacts = pickFields(getRepository, FACTS);

/**
 * Lists all repositories of an organization or a user that the credentials can read.
 * @throws ForgeError
 */
export async function listOwnerRepositories(client: Client, owner: string): Promise<OwnerRepositories> {
  try {
    return await readList(client, organizationRepositories, { org: owner });
  } catch (error) {
    if (!isNotFoundError(error) && !isPermissionError(error)) throw error;
    // Not an organization, or the token can't list it. Falls back to the repositories that the token itself can list.
    const { repositories, unexpected } = await listTokenRepositories(client);
    const isOwned = (repository: RepositoryFacts) => repository.owner.toLowerCase() === owner.toLowerCase();
    const owned = repositories.filter(isOwned);
    if (owned.length === 0) throw error;
    return { repositories: owned, unexpected };
  }
}

/**
 * Lists the repositories that an app's installation was given.
 * @throws ForgeError
 */
export function listGrantedRepositories(client: Client): Promise<OwnerRepositories> {
  return readList(client, installationRepositories, {});
}

const PREFETCH = { prefetch: true } as const;

/** Lists the repositories granted to the token: an app installation's repositories, or the user's own. */
async function listTokenRepositories(client: Client): Promise<OwnerRepositories> {
  try {
    return await listGrantedRepositories(client);
  } catch (error) {
    // Another kind of token; the caller throws why the owner can't be listed.
    if (!isPermissionError(error)) throw error;
  }
  try {
    return await readList(client, ownRepositories, { affiliation: "owner" });
  } catch (error) {
    // The caller throws why the owner can't be listed.
    if (!isPermissionError(error)) throw error;
    return { repositories: [], unexpected: [] };
  }
}

async function readList<I extends Readonly<Record<string, unknown>>>(
  client: Client,
  operation: ListOperation<I, readonly RepositoryResponse[] | { readonly repositories: readonly RepositoryResponse[] }>,
  input: NoInfer<I>,
): Promise<OwnerRepositories> {
  const { unexpected, onInvalidItem } = collectUnexpected("name");
  const items = client.items(operation, input, { ...PREFETCH, onInvalidItem });
  return { repositories: await Array.fromAsync(items, toListed), unexpected };
}

/** @param nameField field with the name of a repository */
function collectUnexpected(nameField: "name" | "repository_name") {
  const unexpected: UnexpectedEntry[] = [];
  return {
    unexpected,
    onInvalidItem({ item, error }: InvalidItem): void {
      const name: unknown = Object(item)[nameField];
      unexpected.push({ name: typeof name === "string" ? name : undefined, error });
    },
  };
}

/**
 * Reads the custom properties of all repositories of an organization.
 * @throws ForgeError
 */
export async function readProperties(client: Client, org: string): Promise<PropertiesByName> {
  const { unexpected, onInvalidItem } = collectUnexpected("repository_name");
  const found = await Array.fromAsync(client.items(propertyValues, { org }, { ...PREFETCH, onInvalidItem }));
  const values = new Map(
    found.map(({ repository_name, properties }) => [
      repository_name.toLowerCase(),
      new Map(properties.map(({ property_name, value }) => [property_name.toLowerCase(), [value ?? []].flat()])),
    ]),
  );
  return { values, unexpected };
}

/**
 * Reads facts about a repository.
 * @throws ForgeError
 */
export async function readRepositoryFacts(client: Client, repository: RepositoryRef): Promise<RepositoryFacts> {
  return toFacts(await client.call(repositoryFacts, repository));
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

function toFacts(response: RepositoryResponse): RepositoryFacts {
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
