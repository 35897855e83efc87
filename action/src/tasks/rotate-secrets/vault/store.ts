import type { Client, Operation, Output } from "@forgehand/core";
import { serviceTime } from "../../../service-time.ts";
import type { Reader, Readers } from "../readers/readers.ts";
import { ENVIRONMENT, ORGANIZATION, REPOSITORY } from "./operations.ts";
import type { Vault } from "./vault.ts";

/** A secret as it stands: everything but its value, which nobody can read. */
export interface Stored {
  readonly name: string;
  /** Undefined where the service does not tell; of a secret that was just written it may not yet. */
  readonly updatedAt: string | undefined;
  /** Who may read an organization's, in the service's word. */
  readonly visibility: string | undefined;
}

/** A value that is sealed for the service's public key. */
export interface Sealed {
  readonly key_id: string;
  readonly encrypted_value: string;
}

/** The calls about the secrets of one vault, whatever its kind and level. @throws ForgeError */
export interface Store {
  readonly list: () => Promise<readonly Stored[]>;
  /** How many there are, and what time it is there. */
  readonly count: () => Promise<{ readonly count: number; readonly at: Date | undefined }>;
  /** One of an organization's; a repository's are listed, as that is one call for all of them. */
  readonly get: ((name: string) => Promise<Stored | undefined>) | undefined;
  /** The repositories that may read an organization's secret, where they are selected. */
  readonly readers: (name: string) => Promise<readonly Reader[]>;
  readonly publicKey: () => Promise<{ readonly key_id: string; readonly key: string }>;
  /** Writes a value, and who may read it. What a PUT leaves out is lost. @returns the service's time */
  readonly put: (name: string, sealed: Sealed, readers: Readers | undefined) => Promise<Date | undefined>;
}

/** What a repository and an environment have alike. @template Place what a path names */
interface RepositoryOperations<Place> {
  readonly list: Operation<Place & { readonly per_page?: number | undefined }, Output<typeof REPOSITORY.actions.list>>;
  readonly publicKey: Operation<Place, Output<typeof REPOSITORY.actions.publicKey>>;
  readonly put: Operation<Place & Sealed & { readonly secret_name: string }, "created" | "updated">;
}

/** The calls about a vault's secrets. */
export function storeOf(client: Client, vault: Vault): Store {
  switch (vault.level) {
    case "organization":
      return organizationStore(client, vault);
    case "repository": {
      const { owner, repo } = vault;
      return repositoryStore(client, REPOSITORY[vault.kind], { owner, repo });
    }
    case "environment": {
      const { owner, repo, environment } = vault;
      return repositoryStore(client, ENVIRONMENT, { owner, repo, environment_name: environment });
    }
  }
}

function organizationStore(
  { call, items }: Client,
  { kind, org }: Extract<Vault, { readonly level: "organization" }>,
): Store {
  const operations = ORGANIZATION[kind];
  return {
    list: () => Array.fromAsync(items(operations.list, { org }), storedOf),
    count: async () => countOf(await call.raw(operations.list, { org, per_page: 1 })),
    async get(name) {
      const secret = await call(operations.get, { org, secret_name: name });
      return secret ? storedOf(secret) : undefined;
    },
    async readers(name) {
      const repositories = await Array.fromAsync(items(operations.readers, { org, secret_name: name }));
      return repositories.map(({ id, full_name }) => ({ id, name: full_name }));
    },
    publicKey: () => call(operations.publicKey, { org }),
    async put(name, sealed, readers) {
      if (!readers) throw new Error("An organization's secret is written with who may read it.");
      const { visibility, repositories } = readers;
      const ids = visibility === "selected" ? { selected_repository_ids: repositories.map(({ id }) => id) } : {};
      const answer = await call.raw(operations.put, { org, secret_name: name, ...sealed, visibility, ...ids });
      return serviceTime(answer.headers);
    },
  };
}

function repositoryStore<Place extends { readonly owner: string; readonly repo: string }>(
  { call, items }: Client,
  operations: RepositoryOperations<Place>,
  place: Place,
): Store {
  return {
    list: () => Array.fromAsync(items(operations.list, place), storedOf),
    count: async () => countOf(await call.raw(operations.list, { ...place, per_page: 1 })),
    get: undefined,
    readers: async () => [],
    publicKey: () => call(operations.publicKey, place),
    async put(name, sealed) {
      const answer = await call.raw(operations.put, { ...place, ...sealed, secret_name: name });
      return serviceTime(answer.headers);
    },
  };
}

function storedOf(secret: {
  readonly name: string;
  readonly updated_at?: string | undefined;
  readonly visibility?: string | undefined;
}): Stored {
  return { name: secret.name, updatedAt: secret.updated_at, visibility: secret.visibility };
}

function countOf(answer: { readonly output: { readonly total_count: number }; readonly headers: Headers }) {
  return { count: answer.output.total_count, at: serviceTime(answer.headers) };
}
