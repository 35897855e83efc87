import type { AnyOperation } from "@forgehand/core/contract";
import {
  createOrganizationVariable,
  createRepositoryVariable,
  deleteOrganizationVariable,
  deleteRepositoryVariable,
  getOrganizationVariable,
  getRepositoryVariable,
  listAppHookDeliveries,
  listOrganizationHookDeliveries,
  listOrganizationHooks,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
  updateOrganizationVariable,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import { REDELIVER_OPERATIONS } from "./hooks/hook-scope.ts";
import type { RedeliverOptions } from "./redeliver-options.ts";

const REPOSITORY_VARIABLES = [
  getRepositoryVariable,
  createRepositoryVariable,
  updateRepositoryVariable,
  deleteRepositoryVariable,
];

const ORGANIZATION_VARIABLES = [
  getOrganizationVariable,
  createOrganizationVariable,
  updateOrganizationVariable,
  deleteOrganizationVariable,
];

/** Returns the operations that an entry can call, with those of the variables that store its checkpoints. */
export function redeliverOperations({
  selection,
  organizations,
  includesApp,
  stateRepository,
}: RedeliverOptions): readonly AnyOperation[] {
  const ofRepositories = [listRepositoryHooks, listRepositoryHookDeliveries, REDELIVER_OPERATIONS.repository];
  const ofOrganizations = [listOrganizationHooks, listOrganizationHookDeliveries, REDELIVER_OPERATIONS.organization];
  const storesInRepository = selection !== undefined || includesApp || stateRepository !== undefined;
  return [
    ...(selection === undefined ? [] : ofRepositories),
    ...(organizations.length === 0 ? [] : [...ofOrganizations, ...ORGANIZATION_VARIABLES]),
    ...(includesApp ? [listAppHookDeliveries, REDELIVER_OPERATIONS.app] : []),
    ...(storesInRepository ? REPOSITORY_VARIABLES : []),
  ];
}
