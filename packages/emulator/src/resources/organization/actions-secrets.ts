import {
  addOrganizationActionsSecretRepository,
  deleteOrganizationActionsSecret,
  getOrganizationActionsPublicKey,
  getOrganizationActionsSecret,
  listOrganizationActionsSecretRepositories,
  listOrganizationActionsSecrets,
  putOrganizationActionsSecret,
  removeOrganizationActionsSecretRepository,
  setOrganizationActionsSecretRepositories,
} from "@forgehand/core/operations";
import { organizationSecrets } from "../shared/secrets.ts";

export const actionsSecrets = organizationSecrets("actions", {
  list: listOrganizationActionsSecrets,
  publicKey: getOrganizationActionsPublicKey,
  get: getOrganizationActionsSecret,
  put: putOrganizationActionsSecret,
  remove: deleteOrganizationActionsSecret,
  listRepositories: listOrganizationActionsSecretRepositories,
  setRepositories: setOrganizationActionsSecretRepositories,
  addRepository: addOrganizationActionsSecretRepository,
  removeRepository: removeOrganizationActionsSecretRepository,
});
