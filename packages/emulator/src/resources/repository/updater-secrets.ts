import {
  deleteRepositoryUpdaterSecret,
  getRepositoryUpdaterPublicKey,
  getRepositoryUpdaterSecret,
  listRepositoryUpdaterSecrets,
  putRepositoryUpdaterSecret,
} from "@forgehand/core/operations";
import { repositorySecrets } from "../shared/secrets.ts";

export const updaterSecrets = repositorySecrets(
  {
    list: listRepositoryUpdaterSecrets,
    publicKey: getRepositoryUpdaterPublicKey,
    get: getRepositoryUpdaterSecret,
    put: putRepositoryUpdaterSecret,
    remove: deleteRepositoryUpdaterSecret,
  },
  (_db, { id }) => ({ kind: "updater", level: "repository", id }),
);
