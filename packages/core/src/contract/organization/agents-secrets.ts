import { CLOUD_EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { ORG_AND_PRIVATE_REPO_SCOPES } from "../permission-access.ts";
import { ownerAccess } from "../reads-and-writes.ts";
import {
  deleteSecret,
  getOrganizationSecret,
  getPublicKey,
  listOrganizationSecrets,
  organizationSecretAccess,
  putCompleteOrganizationSecret,
} from "../shared/secrets.ts";
import {
  changeSelectedRepository,
  listSelectedRepositories,
  setSelectedRepositories,
} from "../shared/selected-repositories.ts";

const SECRET_ACCESS = organizationSecretAccess(
  ownerAccess("organization_agent_secrets", [ORG_AND_PRIVATE_REPO_SCOPES], CLOUD_EDITIONS),
);

/**
 * Lists an organization's agent secrets, without their values.
 * @see https://docs.github.com/rest/agents/secrets#list-organization-secrets
 */
export const listOrganizationAgentsSecrets = operation("GET /orgs/{org}/agents/secrets", () =>
  listOrganizationSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt an organization's agent secrets with.
 * @see https://docs.github.com/rest/agents/secrets#get-an-organization-public-key
 */
export const getOrganizationAgentsPublicKey = operation("GET /orgs/{org}/agents/secrets/public-key", () =>
  getPublicKey(SECRET_ACCESS),
);

/**
 * Gets an agent secret of an organization, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/agents/secrets#get-an-organization-secret
 */
export const getOrganizationAgentsSecret = operation("GET /orgs/{org}/agents/secrets/{secret_name}", () =>
  getOrganizationSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces an agent secret of an organization, including its visibility.
 * @see https://docs.github.com/rest/agents/secrets#create-or-update-an-organization-secret
 */
export const putOrganizationAgentsSecret = operation("PUT /orgs/{org}/agents/secrets/{secret_name}", () =>
  putCompleteOrganizationSecret(SECRET_ACCESS),
);

/**
 * Deletes an agent secret of an organization.
 * @see https://docs.github.com/rest/agents/secrets#delete-an-organization-secret
 */
export const deleteOrganizationAgentsSecret = operation("DELETE /orgs/{org}/agents/secrets/{secret_name}", () =>
  deleteSecret(SECRET_ACCESS),
);

/**
 * Lists the repositories that can read an agent secret with visibility `selected`.
 * @see https://docs.github.com/rest/agents/secrets#list-selected-repositories-for-an-organization-secret
 */
export const listOrganizationAgentsSecretRepositories = operation(
  "GET /orgs/{org}/agents/secrets/{secret_name}/repositories",
  () => listSelectedRepositories(SECRET_ACCESS),
);

/**
 * Replaces the repositories that can read an agent secret.
 * @see https://docs.github.com/rest/agents/secrets#set-selected-repositories-for-an-organization-secret
 */
export const setOrganizationAgentsSecretRepositories = operation(
  "PUT /orgs/{org}/agents/secrets/{secret_name}/repositories",
  () => setSelectedRepositories(SECRET_ACCESS),
);

/**
 * Adds a repository to those that can read an agent secret.
 * @see https://docs.github.com/rest/agents/secrets#add-selected-repository-to-an-organization-secret
 */
export const addOrganizationAgentsSecretRepository = operation(
  "PUT /orgs/{org}/agents/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);

/**
 * Removes a repository from those that can read an agent secret.
 * @see https://docs.github.com/rest/agents/secrets#remove-selected-repository-from-an-organization-secret
 */
export const removeOrganizationAgentsSecretRepository = operation(
  "DELETE /orgs/{org}/agents/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);
