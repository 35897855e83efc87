import {
  deleteEnvironmentActionsSecret,
  getEnvironmentActionsPublicKey,
  getEnvironmentActionsSecret,
  listEnvironmentActionsSecrets,
  putEnvironmentActionsSecret,
} from "@forgehand/core/operations";
import { notFound } from "../../http-error.ts";
import { findEnvironment } from "../../state/environments.ts";
import { repositorySecrets } from "../shared/secrets.ts";

export const environmentSecrets = repositorySecrets(
  {
    list: listEnvironmentActionsSecrets,
    publicKey: getEnvironmentActionsPublicKey,
    get: getEnvironmentActionsSecret,
    put: putEnvironmentActionsSecret,
    remove: deleteEnvironmentActionsSecret,
  },
  (db, repository, { environment_name }) => {
    const environment = findEnvironment(db, repository.id, environment_name);
    if (!environment) throw notFound();
    return { kind: "actions", level: "environment", id: environment.id };
  },
);
