import { operation } from "../operation.ts";
import { ORG_AND_PRIVATE_REPO_SCOPES, permissionAccess } from "../permission-access.ts";
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

const SECRET_ACCESS = organizationSecretAccess(ownerAccess("organization_secrets", [ORG_AND_PRIVATE_REPO_SCOPES]));

/**
 * Lists an organization's Actions secrets, without their values.
 * @see https://docs.github.com/rest/actions/secrets#list-organization-secrets
 */
export const listOrganizationActionsSecrets = operation("GET /orgs/{org}/actions/secrets", () =>
  listOrganizationSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt an organization's Actions secrets with.
 * @see https://docs.github.com/rest/actions/secrets#get-an-organization-public-key
 */
export const getOrganizationActionsPublicKey = operation("GET /orgs/{org}/actions/secrets/public-key", () =>
  getPublicKey(SECRET_ACCESS),
);

/**
 * Gets an Actions secret of an organization, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/actions/secrets#get-an-organization-secret
 */
export const getOrganizationActionsSecret = operation("GET /orgs/{org}/actions/secrets/{secret_name}", () =>
  getOrganizationSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces an Actions secret of an organization, including its visibility.
 * @see https://docs.github.com/rest/reference/actions#create-or-update-an-organization-secret
 */
export const putOrganizationActionsSecret = operation("PUT /orgs/{org}/actions/secrets/{secret_name}", () => ({
  ...putOrganizationSecret(SECRET_ACCESS),
  // Unlike the other operations on these secrets, this one does not require a scope for private repositories.
  access: permissionAccess("organization_secrets", "write", ["admin:org"], { roles: ["organization-owner"] }),
}));

/**
 * Deletes an Actions secret of an organization.
 * @see https://docs.github.com/rest/actions/secrets#delete-an-organization-secret
 */
export const deleteOrganizationActionsSecret = operation("DELETE /orgs/{org}/actions/secrets/{secret_name}", () =>
  deleteSecret(SECRET_ACCESS),
);

/**
 * Lists the repositories that can read an Actions secret with visibility `selected`.
 * @see https://docs.github.com/rest/actions/secrets#list-selected-repositories-for-an-organization-secret
 */
export const listOrganizationActionsSecretRepositories = operation(
  "GET /orgs/{org}/actions/secrets/{secret_name}/repositories",
  () => listSelectedRepositories(SECRET_ACCESS),
);

/**
 * Replaces the repositories that can read an Actions secret.
 * @see https://docs.github.com/rest/actions/secrets#set-selected-repositories-for-an-organization-secret
 */
export const setOrganizationActionsSecretRepositories = operation(
  "PUT /orgs/{org}/actions/secrets/{secret_name}/repositories",
  () => setSelectedRepositories(SECRET_ACCESS),
);

/**
 * Adds a repository to those that can read an Actions secret.
 * @see https://docs.github.com/rest/actions/secrets#add-selected-repository-to-an-organization-secret
 */
export const addOrganizationActionsSecretRepository = operation(
  "PUT /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);

/**
 * Removes a repository from those that can read an Actions secret.
 * @see https://docs.github.com/rest/actions/secrets#remove-selected-repository-from-an-organization-secret
 */
export const removeOrganizationActionsSecretRepository = operation(
  "DELETE /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);
