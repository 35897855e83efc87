import {
  deleteRepositoryAgentsSecret,
  getRepositoryAgentsPublicKey,
  getRepositoryAgentsSecret,
  listRepositoryAgentsSecrets,
  listRepositoryOrganizationAgentsSecrets,
  putRepositoryAgentsSecret,
} from "@forgehand/core/operations";
import { repositorySecrets, sharedSecrets } from "../shared/secrets.ts";

export const agentsSecrets = [
  ...repositorySecrets(
    {
      list: listRepositoryAgentsSecrets,
      publicKey: getRepositoryAgentsPublicKey,
      get: getRepositoryAgentsSecret,
      put: putRepositoryAgentsSecret,
      remove: deleteRepositoryAgentsSecret,
    },
    (_db, { id }) => ({ kind: "agents", level: "repository", id }),
  ),
  sharedSecrets("agents", listRepositoryOrganizationAgentsSecrets),
];
