import {
  addOrganizationAgentsVariableRepository,
  createOrganizationAgentsVariable,
  deleteOrganizationAgentsVariable,
  getOrganizationAgentsVariable,
  listOrganizationAgentsVariableRepositories,
  listOrganizationAgentsVariables,
  removeOrganizationAgentsVariableRepository,
  setOrganizationAgentsVariableRepositories,
  updateOrganizationAgentsVariable,
} from "@forgehand/core/operations";
import { organizationVariables } from "../shared/variables.ts";

export const agentsVariables = organizationVariables("agents", {
  list: listOrganizationAgentsVariables,
  get: getOrganizationAgentsVariable,
  create: createOrganizationAgentsVariable,
  update: updateOrganizationAgentsVariable,
  remove: deleteOrganizationAgentsVariable,
  listRepositories: listOrganizationAgentsVariableRepositories,
  setRepositories: setOrganizationAgentsVariableRepositories,
  addRepository: addOrganizationAgentsVariableRepository,
  removeRepository: removeOrganizationAgentsVariableRepository,
});
