import {
  createOrganizationVariable,
  createRepositoryVariable,
  deleteOrganizationVariable,
  deleteRepositoryVariable,
  getOrganizationVariable,
  getRepositoryVariable,
  getWorkflowRun,
  listAppHookDeliveries,
  listOrganizationHookDeliveries,
  listOrganizationHooks,
  listRepositoryHookDeliveries,
  listRepositoryHooks,
  updateOrganizationVariable,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import type { UsedOperations } from "../../connection.ts";
import { REDELIVER_OPERATIONS } from "./hooks/hook-scope.ts";
import type { RedeliverOptions } from "./redeliver-options.ts";

const REPOSITORY = {
  hooks: [listRepositoryHooks, listRepositoryHookDeliveries],
  redeliver: REDELIVER_OPERATIONS.repository,
  readState: getRepositoryVariable,
  writeState: [createRepositoryVariable, updateRepositoryVariable, deleteRepositoryVariable],
};
const ORGANIZATION = {
  hooks: [listOrganizationHooks, listOrganizationHookDeliveries],
  redeliver: REDELIVER_OPERATIONS.organization,
  readState: getOrganizationVariable,
  writeState: [createOrganizationVariable, updateOrganizationVariable, deleteOrganizationVariable],
};

/** Returns the operations that an entry uses: webhooks, and the variables that store its state unless another token does. */
export function redeliverOperations(
  { organizations, selection, includesApp, hasStateToken, window }: RedeliverOptions,
  canWrite: boolean,
): UsedOperations {
  const storesState = window === undefined && hasStateToken !== true;
  const levels = [...(organizations.length > 0 ? [ORGANIZATION] : []), ...(selection ? [REPOSITORY] : [])];
  const stateOf = ({ readState, writeState }: typeof REPOSITORY | typeof ORGANIZATION) =>
    canWrite ? [readState, ...writeState] : [readState];
  return {
    required: [
      ...levels.flatMap((level) => [
        ...level.hooks,
        ...(canWrite ? [level.redeliver] : []),
        ...(storesState ? stateOf(level) : []),
      ]),
      ...(includesApp ? [listAppHookDeliveries] : []),
      ...(includesApp && canWrite ? [REDELIVER_OPERATIONS.app] : []),
    ],
    // An app's webhook stores its state in a repository, whose owner can be another one.
    optional: [getWorkflowRun, ...(includesApp && storesState ? stateOf(REPOSITORY) : [])],
  };
}
