import {
  deleteRepositoryCodespacesSecret,
  getRepositoryCodespacesPublicKey,
  getRepositoryCodespacesSecret,
  listRepositoryCodespacesSecrets,
  putRepositoryCodespacesSecret,
} from "@forgehand/core/operations";
import { repositorySecrets } from "../shared/secrets.ts";

export const codespacesSecrets = repositorySecrets(
  {
    list: listRepositoryCodespacesSecrets,
    publicKey: getRepositoryCodespacesPublicKey,
    get: getRepositoryCodespacesSecret,
    put: putRepositoryCodespacesSecret,
    remove: deleteRepositoryCodespacesSecret,
  },
  (_db, { id }) => ({ kind: "codespaces", level: "repository", id }),
);
