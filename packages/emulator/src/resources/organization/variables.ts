import {
  addOrganizationVariableRepository,
  createOrganizationVariable,
  deleteOrganizationVariable,
  getOrganizationVariable,
  listOrganizationVariableRepositories,
  listOrganizationVariables,
  removeOrganizationVariableRepository,
  setOrganizationVariableRepositories,
  updateOrganizationVariable,
} from "@forgehand/core/operations";
import { organizationVariables } from "../shared/variables.ts";

export const variables = organizationVariables("actions", {
  list: listOrganizationVariables,
  get: getOrganizationVariable,
  create: createOrganizationVariable,
  update: updateOrganizationVariable,
  remove: deleteOrganizationVariable,
  listRepositories: listOrganizationVariableRepositories,
  setRepositories: setOrganizationVariableRepositories,
  addRepository: addOrganizationVariableRepository,
  removeRepository: removeOrganizationVariableRepository,
});
