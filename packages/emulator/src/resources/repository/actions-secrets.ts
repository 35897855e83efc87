import {
  deleteRepositoryActionsSecret,
  getRepositoryActionsPublicKey,
  getRepositoryActionsSecret,
  listRepositoryActionsSecrets,
  putRepositoryActionsSecret,
} from "@forgehand/core/operations";
import { repositorySecrets } from "../shared/secrets.ts";

export const actionsSecrets = repositorySecrets(
  {
    list: listRepositoryActionsSecrets,
    publicKey: getRepositoryActionsPublicKey,
    get: getRepositoryActionsSecret,
    put: putRepositoryActionsSecret,
    remove: deleteRepositoryActionsSecret,
  },
  (_db, { id }) => ({ kind: "actions", level: "repository", id }),
);
