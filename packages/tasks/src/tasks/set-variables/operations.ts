import { pickFields } from "@forgehand/core";
import {
  createEnvironmentVariable,
  createOrganizationAgentsVariable,
  createOrganizationVariable,
  createRepositoryAgentsVariable,
  createRepositoryVariable,
  deleteEnvironmentVariable,
  deleteOrganizationAgentsVariable,
  deleteOrganizationVariable,
  deleteRepositoryAgentsVariable,
  deleteRepositoryVariable,
  getEnvironmentVariable,
  getOrganizationAgentsVariable,
  getOrganizationVariable,
  getRepository,
  getRepositoryAgentsVariable,
  getRepositoryVariable,
  listEnvironmentVariables,
  listOrganizationAgentsVariableRepositories,
  listOrganizationAgentsVariables,
  listOrganizationVariableRepositories,
  listOrganizationVariables,
  listRepositoryAgentsVariables,
  listRepositoryVariables,
  updateEnvironmentVariable,
  updateOrganizationAgentsVariable,
  updateOrganizationVariable,
  updateRepositoryAgentsVariable,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
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
    list: pickFields(listOrganizationVariables, { total_count: true, variables: ORGANIZATION_VARIABLE }),
    get: pickFields(getOrganizationVariable, ORGANIZATION_VARIABLE),
    create: createOrganizationVariable,
    update: updateOrganizationVariable,
    remove: deleteOrganizationVariable,
    listRepositories: pickFields(listOrganizationVariableRepositories, REPOSITORIES),
  },
  agents: {
    list: pickFields(listOrganizationAgentsVariables, { total_count: true, variables: ORGANIZATION_VARIABLE }),
    get: pickFields(getOrganizationAgentsVariable, ORGANIZATION_VARIABLE),
    create: createOrganizationAgentsVariable,
    update: updateOrganizationAgentsVariable,
    remove: deleteOrganizationAgentsVariable,
    listRepositories: pickFields(listOrganizationAgentsVariableRepositories, REPOSITORIES),
  },
} as const;

/** Operations on a repository's variables, by kind. */
export const REPOSITORY_VARIABLES = {
  actions: {
    list: pickFields(listRepositoryVariables, { total_count: true, variables: VARIABLE }),
    get: pickFields(getRepositoryVariable, VARIABLE),
    create: createRepositoryVariable,
    update: updateRepositoryVariable,
    remove: deleteRepositoryVariable,
  },
  agents: {
    list: pickFields(listRepositoryAgentsVariables, { total_count: true, variables: VARIABLE }),
    get: pickFields(getRepositoryAgentsVariable, VARIABLE),
    create: createRepositoryAgentsVariable,
    update: updateRepositoryAgentsVariable,
    remove: deleteRepositoryAgentsVariable,
  },
} as const;

/** Operations on the variables of a deployment environment, which has only those of Actions. */
export const ENVIRONMENT_VARIABLES = {
  list: pickFields(listEnvironmentVariables, { total_count: true, variables: VARIABLE }),
  get: pickFields(getEnvironmentVariable, VARIABLE),
  create: createEnvironmentVariable,
  update: updateEnvironmentVariable,
  remove: deleteEnvironmentVariable,
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
  const facts = access.selected ? [getRepository] : [];
  return { required: [...Object.values(reads), ...facts, ...(canWrite ? writes : [])], optional: [] };
}
