import {
  addOrganizationAgentsSecretRepository,
  deleteOrganizationAgentsSecret,
  getOrganizationAgentsPublicKey,
  getOrganizationAgentsSecret,
  listOrganizationAgentsSecretRepositories,
  listOrganizationAgentsSecrets,
  putOrganizationAgentsSecret,
  removeOrganizationAgentsSecretRepository,
  setOrganizationAgentsSecretRepositories,
} from "@forgehand/core/operations";
import { organizationSecrets } from "../shared/secrets.ts";

export const agentsSecrets = organizationSecrets("agents", {
  list: listOrganizationAgentsSecrets,
  publicKey: getOrganizationAgentsPublicKey,
  get: getOrganizationAgentsSecret,
  put: putOrganizationAgentsSecret,
  remove: deleteOrganizationAgentsSecret,
  listRepositories: listOrganizationAgentsSecretRepositories,
  setRepositories: setOrganizationAgentsSecretRepositories,
  addRepository: addOrganizationAgentsSecretRepository,
  removeRepository: removeOrganizationAgentsSecretRepository,
});
