import type { CallOptions, Client, ListOperation, Operation, Output } from "@forgehand/core";
import type { Work } from "../../../cancellation/work.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { serviceTime } from "../../../service-time.ts";
import { type ItemReader, listItems, type StoredItem } from "../../../stores/item-store.ts";
import { clientOf } from "../../../stores/store-scope.ts";
import type { RotationStore } from "../rotation-store.ts";
import { ENVIRONMENT_OPERATIONS, ORGANIZATION_OPERATIONS, REPOSITORY_OPERATIONS } from "./operations.ts";
import { prepareSealedWrite, type SealedValue } from "./prepare-sealed-write.ts";
import type { SecretScope } from "./secret-scope.ts";

/**
 * Calls for the secrets of one scope, whatever its kind and level.
 * @throws ForgeError
 */
export interface SecretStore extends ItemReader<StoredItem>, RotationStore {
  /**
   * Replaces the selected repositories that can read an organization's secret; its value stays. Undefined for
   * repositories.
   */
  readonly setRepositories: ((name: string, ids: readonly number[]) => Promise<unknown>) | undefined;
  readonly remove: (name: string) => Promise<unknown>;
}

/** Operations that repositories and environments share. @template Path the path parameters */
interface PathOperations<Path> {
  readonly list: ListOperation<
    Path & { readonly per_page?: number | undefined },
    Output<typeof REPOSITORY_OPERATIONS.actions.list>
  >;
  readonly publicKey: Operation<Path, Output<typeof REPOSITORY_OPERATIONS.actions.publicKey>>;
  readonly put: Operation<Path & SealedValue & { readonly secret_name: string }, "created" | "updated">;
  readonly remove: Operation<Path & { readonly secret_name: string }, undefined>;
}

/**
 * Returns the secrets of a scope.
 * @param work the work that the calls belong to
 */
export async function openSecretStore(
  run: Pick<RunContext, "connection">,
  scope: SecretScope,
  work?: Work,
): Promise<SecretStore> {
  return secretStoreOf(await clientOf(run, scope), scope, work);
}

/** @param work the work that the calls belong to */
export function secretStoreOf(client: Client, scope: SecretScope, work?: Work): SecretStore {
  switch (scope.level) {
    case "organization":
      return organizationSecrets(client, scope, { context: work });
    case "repository": {
      const { owner, repo } = scope;
      return repositorySecrets(client, scope, REPOSITORY_OPERATIONS[scope.kind], { owner, repo }, { context: work });
    }
    case "environment": {
      const { owner, repo, environment } = scope;
      return repositorySecrets(
        client,
        scope,
        ENVIRONMENT_OPERATIONS,
        { owner, repo, environment_name: environment },
        { context: work },
      );
    }
  }
}

function organizationSecrets(
  client: Client,
  scope: Extract<SecretScope, { readonly level: "organization" }>,
  options: CallOptions,
): SecretStore {
  const { call, items } = client;
  const { kind, org } = scope;
  const operations = ORGANIZATION_OPERATIONS[kind];
  return {
    list: () => listItems(client, operations.list, { org }, options, toStoredItem),
    count: async () => (await call(operations.list, { org, per_page: 1 }, options)).total_count,
    now: async () => serviceTime((await call.raw(operations.list, { org, per_page: 1 }, options)).headers),
    async get(name) {
      const secret = await call(operations.get, { org, secret_name: name }, options);
      return secret ? toStoredItem(secret) : undefined;
    },
    async accessRepositories(name) {
      const repositories = await Array.fromAsync(
        items(operations.listRepositories, { org, secret_name: name }, options),
      );
      return repositories.map(({ id, full_name }) => ({ id, name: full_name }));
    },
    prepareWrite: (keys) =>
      prepareSealedWrite(keys, scope, {
        publicKey: () => call(operations.publicKey, { org }, options),
        put(name, sealed, access) {
          if (!access) throw new Error("Writing an organization's secret requires its access.");
          const { visibility, repositories } = access;
          const ids = visibility === "selected" ? { selected_repository_ids: repositories.map(({ id }) => id) } : {};
          return call.raw(operations.put, { org, secret_name: name, ...sealed, visibility, ...ids }, options);
        },
      }),
    setRepositories: (name, ids) =>
      call(operations.setRepositories, { org, secret_name: name, selected_repository_ids: [...ids] }, options),
    remove: (name) => call(operations.remove, { org, secret_name: name }, options),
  };
}

function repositorySecrets<Path extends { readonly owner: string; readonly repo: string }>(
  client: Client,
  scope: SecretScope,
  operations: PathOperations<Path>,
  path: Path,
  options: CallOptions,
): SecretStore {
  const { call } = client;
  return {
    list: () => listItems(client, operations.list, path, options, toStoredItem),
    count: async () => (await call(operations.list, { ...path, per_page: 1 }, options)).total_count,
    now: async () => serviceTime((await call.raw(operations.list, { ...path, per_page: 1 }, options)).headers),
    get: undefined,
    accessRepositories: async () => [],
    prepareWrite: (keys) =>
      prepareSealedWrite(keys, scope, {
        publicKey: () => call(operations.publicKey, path, options),
        put: (name, sealed) => call.raw(operations.put, { ...path, ...sealed, secret_name: name }, options),
      }),
    setRepositories: undefined,
    remove: (name) => call(operations.remove, { ...path, secret_name: name }, options),
  };
}

function toStoredItem(secret: {
  readonly name: string;
  readonly updated_at?: string | undefined;
  readonly visibility?: string | undefined;
}): StoredItem {
  return { name: secret.name, updatedAt: secret.updated_at, visibility: secret.visibility };
}
