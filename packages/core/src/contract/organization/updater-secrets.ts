import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { readWriteAccess } from "../reads-and-writes.ts";
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

// Fine-grained tokens and apps need different permissions (source: docs).
const SECRET_ACCESS = organizationSecretAccess(
  readWriteAccess((level) =>
    permissionAccess("organization_updater_secrets", level, ["admin:org"], {
      requirements: [[{ permission: "updater_secrets", level }]],
      roles: ["organization-owner"],
    }),
  ),
);

/**
 * Lists an organization's updater secrets, without their values.
 * @see https://docs.github.com/rest/dependabot/secrets#list-organization-secrets
 */
export const listOrganizationUpdaterSecrets = operation("GET /orgs/{org}/updater/secrets", () =>
  listOrganizationSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt an organization's updater secrets with.
 * @see https://docs.github.com/rest/dependabot/secrets#get-an-organization-public-key
 */
export const getOrganizationUpdaterPublicKey = operation("GET /orgs/{org}/updater/secrets/public-key", () =>
  getPublicKey(SECRET_ACCESS),
);

/**
 * Gets an updater secret of an organization, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/dependabot/secrets#get-an-organization-secret
 */
export const getOrganizationUpdaterSecret = operation("GET /orgs/{org}/updater/secrets/{secret_name}", () =>
  getOrganizationSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces an updater secret of an organization, including its visibility.
 * @see https://docs.github.com/rest/reference/dependabot#create-or-update-an-organization-secret
 */
export const putOrganizationUpdaterSecret = operation(
  "PUT /orgs/{org}/updater/secrets/{secret_name}",
  // The service refused integers here, although it requires them in the list of selected repositories (source: recorded).
  () => ({ ...putOrganizationSecret(SECRET_ACCESS), stringLists: ["selected_repository_ids"] }),
);

/**
 * Deletes an updater secret of an organization.
 * @see https://docs.github.com/rest/dependabot/secrets#delete-an-organization-secret
 */
export const deleteOrganizationUpdaterSecret = operation("DELETE /orgs/{org}/updater/secrets/{secret_name}", () =>
  deleteSecret(SECRET_ACCESS),
);

/**
 * Lists the repositories that can read an updater secret with visibility `selected`.
 * @see https://docs.github.com/rest/dependabot/secrets#list-selected-repositories-for-an-organization-secret
 */
export const listOrganizationUpdaterSecretRepositories = operation(
  "GET /orgs/{org}/updater/secrets/{secret_name}/repositories",
  () => listSelectedRepositories(SECRET_ACCESS),
);

/**
 * Replaces the repositories that can read an updater secret.
 * @see https://docs.github.com/rest/dependabot/secrets#set-selected-repositories-for-an-organization-secret
 */
export const setOrganizationUpdaterSecretRepositories = operation(
  "PUT /orgs/{org}/updater/secrets/{secret_name}/repositories",
  () => setSelectedRepositories(SECRET_ACCESS),
);

/**
 * Adds a repository to those that can read an updater secret.
 * @see https://docs.github.com/rest/dependabot/secrets#add-selected-repository-to-an-organization-secret
 */
export const addOrganizationUpdaterSecretRepository = operation(
  "PUT /orgs/{org}/updater/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);

/**
 * Removes a repository from those that can read an updater secret.
 * @see https://docs.github.com/rest/dependabot/secrets#remove-selected-repository-from-an-organization-secret
 */
export const removeOrganizationUpdaterSecretRepository = operation(
  "DELETE /orgs/{org}/updater/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);
