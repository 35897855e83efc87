import { CLOUD_EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { ownerAccess } from "../reads-and-writes.ts";
import {
  deleteSecret,
  getOrganizationSecret,
  getPublicKey,
  listOrganizationSecrets,
  organizationSecretAccess,
  putOrganizationSecret,
} from "../shared/secrets.ts";
import {
  changeSelectedRepository,
  listSelectedRepositories,
  setSelectedRepositories,
} from "../shared/selected-repositories.ts";

const SECRET_ACCESS = organizationSecretAccess(
  ownerAccess("organization_codespaces_secrets", ["admin:org"], CLOUD_EDITIONS),
);

/**
 * Lists an organization's Codespaces secrets, without their values.
 * @see https://docs.github.com/rest/codespaces/organization-secrets#list-organization-secrets
 */
export const listOrganizationCodespacesSecrets = operation("GET /orgs/{org}/codespaces/secrets", () =>
  listOrganizationSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt an organization's Codespaces secrets with.
 * @see https://docs.github.com/rest/codespaces/organization-secrets#get-an-organization-public-key
 */
export const getOrganizationCodespacesPublicKey = operation("GET /orgs/{org}/codespaces/secrets/public-key", () =>
  getPublicKey(SECRET_ACCESS),
);

/**
 * Gets a Codespaces secret of an organization, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/codespaces/organization-secrets#get-an-organization-secret
 */
export const getOrganizationCodespacesSecret = operation("GET /orgs/{org}/codespaces/secrets/{secret_name}", () =>
  getOrganizationSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces a Codespaces secret of an organization, including its visibility.
 * @see https://docs.github.com/rest/codespaces/organization-secrets#create-or-update-an-organization-secret
 */
export const putOrganizationCodespacesSecret = operation("PUT /orgs/{org}/codespaces/secrets/{secret_name}", () =>
  putOrganizationSecret(SECRET_ACCESS),
);

/**
 * Deletes a Codespaces secret of an organization.
 * @see https://docs.github.com/rest/codespaces/organization-secrets#delete-an-organization-secret
 */
export const deleteOrganizationCodespacesSecret = operation("DELETE /orgs/{org}/codespaces/secrets/{secret_name}", () =>
  deleteSecret(SECRET_ACCESS),
);

/**
 * Lists the repositories that can read a Codespaces secret with visibility `selected`.
 * @see https://docs.github.com/rest/codespaces/organization-secrets#list-selected-repositories-for-an-organization-secret
 */
export const listOrganizationCodespacesSecretRepositories = operation(
  "GET /orgs/{org}/codespaces/secrets/{secret_name}/repositories",
  () => listSelectedRepositories(SECRET_ACCESS),
);

/**
 * Replaces the repositories that can read a Codespaces secret.
 * @see https://docs.github.com/rest/codespaces/organization-secrets#set-selected-repositories-for-an-organization-secret
 */
export const setOrganizationCodespacesSecretRepositories = operation(
  "PUT /orgs/{org}/codespaces/secrets/{secret_name}/repositories",
  () => setSelectedRepositories(SECRET_ACCESS),
);

/**
 * Adds a repository to those that can read a Codespaces secret.
 * @see https://docs.github.com/rest/codespaces/organization-secrets#add-selected-repository-to-an-organization-secret
 */
export const addOrganizationCodespacesSecretRepository = operation(
  "PUT /orgs/{org}/codespaces/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);

/**
 * Removes a repository from those that can read a Codespaces secret.
 * @see https://docs.github.com/rest/codespaces/organization-secrets#remove-selected-repository-from-an-organization-secret
 */
export const removeOrganizationCodespacesSecretRepository = operation(
  "DELETE /orgs/{org}/codespaces/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);
