import { pickFields } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import type { UsedOperations } from "../../connection.ts";
import type { StoreScope } from "../../stores/store-scope.ts";
import type { VariableKind } from "./config-variables.ts";
import type { VariableEntry } from "./variable-entry.ts";

// Variables of both kinds work alike; only the operations differ. Only fields that are used are validated.

const VARIABLE = { name: true, value: true, updated_at: true } as const;
const ORGANIZATION_VARIABLE = { ...VARIABLE, visibility: true } as const;
const REPOSITORIES = { repositories: { id: true, full_name: true } } as const;

/** Operations on an organization's variables, by kind. */
export const ORGANIZATION_VARIABLES = {
  actions: {
    list: pickFields(operations.listOrganizationVariables, { total_count: true, variables: ORGANIZATION_VARIABLE }),
    get: pickFields(operations.getOrganizationVariable, ORGANIZATION_VARIABLE),
    create: operations.createOrganizationVariable,
    update: operations.updateOrganizationVariable,
    remove: operations.deleteOrganizationVariable,
    listRepositories: pickFields(operations.listOrganizationVariableRepositories, REPOSITORIES),
  },
  agents: {
    list: pickFields(operations.listOrganizationAgentsVariables, {
      total_count: true,
      variables: ORGANIZATION_VARIABLE,
    }),
    get: pickFields(operations.getOrganizationAgentsVariable, ORGANIZATION_VARIABLE),
    create: operations.createOrganizationAgentsVariable,
    update: operations.updateOrganizationAgentsVariable,
    remove: operations.deleteOrganizationAgentsVariable,
    listRepositories: pickFields(operations.listOrganizationAgentsVariableRepositories, REPOSITORIES),
  },
} as const;

/** Operations on a repository's variables, by kind. */
export const REPOSITORY_VARIABLES = {
  actions: {
    list: pickFields(operations.listRepositoryVariables, { total_count: true, variables: VARIABLE }),
    get: pickFields(operations.getRepositoryVariable, VARIABLE),
    create: operations.createRepositoryVariable,
    update: operations.updateRepositoryVariable,
    remove: operations.deleteRepositoryVariable,
  },
  agents: {
    list: pickFields(operations.listRepositoryAgentsVariables, { total_count: true, variables: VARIABLE }),
    get: pickFields(operations.getRepositoryAgentsVariable, VARIABLE),
    create: operations.createRepositoryAgentsVariable,
    update: operations.updateRepositoryAgentsVariable,
    remove: operations.deleteRepositoryAgentsVariable,
  },
} as const;

/** Operations on the variables of a deployment environment, which has only those of Actions. */
export const ENVIRONMENT_VARIABLES = {
  list: pickFields(operations.listEnvironmentVariables, { total_count: true, variables: VARIABLE }),
  get: pickFields(operations.getEnvironmentVariable, VARIABLE),
  create: operations.createEnvironmentVariable,
  update: operations.updateEnvironmentVariable,
  remove: operations.deleteEnvironmentVariable,
} as const;

/** Returns the operations on the variables of a level. */
export function operationsOf({ level, kind }: { readonly level: StoreScope["level"]; readonly kind: VariableKind }) {
  if (level === "organization") return ORGANIZATION_VARIABLES[kind];
  return level === "environment" ? ENVIRONMENT_VARIABLES : REPOSITORY_VARIABLES[kind];
}

/** Returns the operations that an entry uses. */
export function variableOperations(
  { location, access, prune }: Pick<VariableEntry, "location" | "access" | "prune">,
  canWrite: boolean,
): UsedOperations {
  const { create, update, remove, ...reads } = operationsOf(location);
  const writes = [create, update, ...(prune.length > 0 ? [remove] : [])];
  const facts = access.selected ? [operations.getRepository] : [];
  return { required: [...Object.values(reads), ...facts, ...(canWrite ? writes : [])], optional: [] };
}
