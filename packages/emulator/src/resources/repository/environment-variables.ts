import {
  createEnvironmentVariable,
  deleteEnvironmentVariable,
  getEnvironmentVariable,
  listEnvironmentVariables,
  updateEnvironmentVariable,
} from "@forgehand/core/operations";
import { repositoryVariables } from "../shared/variables.ts";
import { requireEnvironment } from "./environments.ts";

export const environmentVariables = repositoryVariables(
  {
    list: listEnvironmentVariables,
    get: getEnvironmentVariable,
    create: createEnvironmentVariable,
    update: updateEnvironmentVariable,
    remove: deleteEnvironmentVariable,
  },
  (db, { id: repositoryId }, { environment_name }) => {
    const { id } = requireEnvironment(db, repositoryId, environment_name);
    return { kind: "actions", level: "environment", id };
  },
);
