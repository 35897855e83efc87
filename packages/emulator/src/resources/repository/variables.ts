import {
  createRepositoryVariable,
  deleteRepositoryVariable,
  getRepositoryVariable,
  listRepositoryVariables,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import { repositoryVariables } from "../shared/variables.ts";

export const variables = repositoryVariables(
  {
    list: listRepositoryVariables,
    get: getRepositoryVariable,
    create: createRepositoryVariable,
    update: updateRepositoryVariable,
    remove: deleteRepositoryVariable,
  },
  (_db, { id }) => ({ kind: "actions", level: "repository", id }),
);
