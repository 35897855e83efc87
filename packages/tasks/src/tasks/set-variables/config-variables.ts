import type { CallOptions, Client, ListOperation, Operation, Output } from "@forgehand/core";
import type { Work } from "../../cancellation/work.ts";
import type { RunContext } from "../../run/run-context.ts";
import type { AccessStore } from "../../stores/access/read-access.ts";
import type { ItemAccess } from "../../stores/access/store-access.ts";
import { type ItemReader, listItems, type StoredItem } from "../../stores/item-store.ts";
import { clientOf, type StoreScope } from "../../stores/store-scope.ts";
import { ENVIRONMENT_VARIABLES, ORGANIZATION_VARIABLES, REPOSITORY_VARIABLES } from "./operations.ts";

/** Kinds of variables, each of which is a store of its own. */
export type VariableKind = keyof typeof ORGANIZATION_VARIABLES;

export type VariableScope = StoreScope<VariableKind>;

/** A variable with its value. */
export interface ConfigVariable extends StoredItem {
  readonly value: string;
}

/** Fields of a variable to write. Omitted ones stay as they are. */
export interface VariableFields {
  readonly value: string;
  /** Access to an organization's variable, if it changes. */
  readonly access: ItemAccess | undefined;
}

/**
 * Calls for the variables of one scope, whatever its kind and level.
 * @throws ForgeError
 */
export interface ConfigVariables extends ItemReader<ConfigVariable>, AccessStore {
  readonly get: (name: string) => Promise<ConfigVariable | undefined>;
  readonly create: (name: string, fields: VariableFields) => Promise<unknown>;
  readonly update: (name: string, fields: VariableFields) => Promise<unknown>;
  readonly remove: (name: string) => Promise<unknown>;
}

/**
 * Returns the variables of a scope.
 * @param work the work that the calls belong to
 */
export async function openVariables(
  run: Pick<RunContext, "connection">,
  scope: VariableScope,
  work?: Work,
): Promise<ConfigVariables> {
  const client = await clientOf(run, scope);
  const options: CallOptions = { context: work };
  switch (scope.level) {
    case "organization":
      return organizationConfigVariables(client, scope, options);
    case "repository": {
      const { owner, repo } = scope;
      return repositoryConfigVariables(client, REPOSITORY_VARIABLES[scope.kind], { owner, repo }, options);
    }
    case "environment": {
      const { owner, repo, environment } = scope;
      const path = { owner, repo, environment_name: environment };
      return repositoryConfigVariables(client, ENVIRONMENT_VARIABLES, path, options);
    }
  }
}

function organizationConfigVariables(
  client: Client,
  { kind, org }: Extract<VariableScope, { readonly level: "organization" }>,
  options: CallOptions,
): ConfigVariables {
  const { call, items } = client;
  const operations = ORGANIZATION_VARIABLES[kind];
  return {
    list: () => listItems(client, operations.list, { org }, options, toConfigVariable),
    count: async () => (await call(operations.list, { org, per_page: 1 }, options)).total_count,
    async get(name) {
      const variable = await call(operations.get, { org, name }, options);
      return variable ? toConfigVariable(variable) : undefined;
    },
    async accessRepositories(name) {
      const repositories = await Array.fromAsync(items(operations.listRepositories, { org, name }, options));
      return repositories.map(({ id, full_name }) => ({ id, name: full_name }));
    },
    create(name, { value, access }) {
      if (!access) throw new Error("Creating an organization's variable requires its access.");
      return call(operations.create, { org, name, value, ...accessFields(access) }, options);
    },
    update: (name, { value, access }) =>
      call(operations.update, { org, name, value, ...(access && accessFields(access)) }, options),
    remove: (name) => call(operations.remove, { org, name }, options),
  };
}

function accessFields({ visibility, repositories }: ItemAccess) {
  const ids = visibility === "selected" ? { selected_repository_ids: repositories.map(({ id }) => id) } : {};
  return { visibility, ...ids };
}

/** Operations that repositories and environments share. @template Path the path parameters */
interface PathVariableOperations<Path> {
  readonly list: ListOperation<
    Path & { readonly per_page?: number | undefined },
    Output<typeof REPOSITORY_VARIABLES.actions.list>
  >;
  readonly get: Operation<Path & { readonly name: string }, Output<typeof REPOSITORY_VARIABLES.actions.get>>;
  readonly create: Operation<Path & { readonly name: string; readonly value: string }, undefined>;
  readonly update: Operation<Path & { readonly name: string; readonly value?: string | undefined }, undefined>;
  readonly remove: Operation<Path & { readonly name: string }, undefined>;
}

function repositoryConfigVariables<Path extends { readonly owner: string; readonly repo: string }>(
  client: Client,
  operations: PathVariableOperations<Path>,
  path: Path,
  options: CallOptions,
): ConfigVariables {
  const { call } = client;
  return {
    list: () => listItems(client, operations.list, path, options, toConfigVariable),
    count: async () => (await call(operations.list, { ...path, per_page: 1 }, options)).total_count,
    async get(name) {
      const variable = await call(operations.get, { ...path, name }, options);
      return variable ? toConfigVariable(variable) : undefined;
    },
    accessRepositories: async () => [],
    create: (name, { value }) => call(operations.create, { ...path, name, value }, options),
    update: (name, { value }) => call(operations.update, { ...path, name, value }, options),
    remove: (name) => call(operations.remove, { ...path, name }, options),
  };
}

function toConfigVariable(variable: {
  readonly name: string;
  readonly value: string;
  readonly updated_at: string;
  readonly visibility?: string | undefined;
}): ConfigVariable {
  const { name, value, updated_at, visibility } = variable;
  return { name, value, updatedAt: updated_at, visibility };
}
