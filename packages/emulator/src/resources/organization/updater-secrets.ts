import {
  addOrganizationUpdaterSecretRepository,
  deleteOrganizationUpdaterSecret,
  getOrganizationUpdaterPublicKey,
  getOrganizationUpdaterSecret,
  listOrganizationUpdaterSecretRepositories,
  listOrganizationUpdaterSecrets,
  putOrganizationUpdaterSecret,
  removeOrganizationUpdaterSecretRepository,
  setOrganizationUpdaterSecretRepositories,
} from "@forgehand/core/operations";
import { organizationSecrets } from "../shared/secrets.ts";

export const updaterSecrets = organizationSecrets("updater", {
  list: listOrganizationUpdaterSecrets,
  publicKey: getOrganizationUpdaterPublicKey,
  get: getOrganizationUpdaterSecret,
  put: putOrganizationUpdaterSecret,
  remove: deleteOrganizationUpdaterSecret,
  listRepositories: listOrganizationUpdaterSecretRepositories,
  setRepositories: setOrganizationUpdaterSecretRepositories,
  addRepository: addOrganizationUpdaterSecretRepository,
  removeRepository: removeOrganizationUpdaterSecretRepository,
});
