import {
  createRepositoryAgentsVariable,
  deleteRepositoryAgentsVariable,
  getRepositoryAgentsVariable,
  listRepositoryAgentsVariables,
  listRepositoryOrganizationAgentsVariables,
  updateRepositoryAgentsVariable,
} from "@forgehand/core/operations";
import { repositoryVariables, sharedVariables } from "../shared/variables.ts";

export const agentsVariables = [
  ...repositoryVariables(
    {
      list: listRepositoryAgentsVariables,
      get: getRepositoryAgentsVariable,
      create: createRepositoryAgentsVariable,
      update: updateRepositoryAgentsVariable,
      remove: deleteRepositoryAgentsVariable,
    },
    (_db, { id }) => ({ kind: "agents", level: "repository", id }),
  ),
  sharedVariables("agents", listRepositoryOrganizationAgentsVariables),
];
