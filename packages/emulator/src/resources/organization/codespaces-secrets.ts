import {
  addOrganizationCodespacesSecretRepository,
  deleteOrganizationCodespacesSecret,
  getOrganizationCodespacesPublicKey,
  getOrganizationCodespacesSecret,
  listOrganizationCodespacesSecretRepositories,
  listOrganizationCodespacesSecrets,
  putOrganizationCodespacesSecret,
  removeOrganizationCodespacesSecretRepository,
  setOrganizationCodespacesSecretRepositories,
} from "@forgehand/core/operations";
import { organizationSecrets } from "../shared/secrets.ts";

export const codespacesSecrets = organizationSecrets("codespaces", {
  list: listOrganizationCodespacesSecrets,
  publicKey: getOrganizationCodespacesPublicKey,
  get: getOrganizationCodespacesSecret,
  put: putOrganizationCodespacesSecret,
  remove: deleteOrganizationCodespacesSecret,
  listRepositories: listOrganizationCodespacesSecretRepositories,
  setRepositories: setOrganizationCodespacesSecretRepositories,
  addRepository: addOrganizationCodespacesSecretRepository,
  removeRepository: removeOrganizationCodespacesSecretRepository,
});
