import {
  deleteEnvironmentActionsSecret,
  getEnvironmentActionsPublicKey,
  getEnvironmentActionsSecret,
  listEnvironmentActionsSecrets,
  putEnvironmentActionsSecret,
} from "@forgehand/core/operations";
import { repositorySecrets } from "../shared/secrets.ts";
import { requireEnvironment } from "./environments.ts";

export const environmentSecrets = repositorySecrets(
  {
    list: listEnvironmentActionsSecrets,
    publicKey: getEnvironmentActionsPublicKey,
    get: getEnvironmentActionsSecret,
    put: putEnvironmentActionsSecret,
    remove: deleteEnvironmentActionsSecret,
  },
  (db, { id: repositoryId }, { environment_name }) => {
    const { id } = requireEnvironment(db, repositoryId, environment_name);
    return { kind: "actions", level: "environment", id };
  },
);
