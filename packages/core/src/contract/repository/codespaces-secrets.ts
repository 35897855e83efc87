import { CLOUD_EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { readWriteAccess } from "../reads-and-writes.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret } from "../shared/secrets.ts";

// Reading also requires write access.
const SECRET_ACCESS = readWriteAccess(
  () => permissionAccess("codespaces_secrets", "write", ["repo"], { roles: ["repository-admin"] }),
  CLOUD_EDITIONS,
);

/**
 * Lists the Codespaces secrets of a repository, without their values.
 * @see https://docs.github.com/rest/codespaces/repository-secrets#list-repository-secrets
 */
export const listRepositoryCodespacesSecrets = operation("GET /repos/{owner}/{repo}/codespaces/secrets", () =>
  listSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt a repository's Codespaces secrets with.
 * @see https://docs.github.com/rest/codespaces/repository-secrets#get-a-repository-public-key
 */
export const getRepositoryCodespacesPublicKey = operation(
  "GET /repos/{owner}/{repo}/codespaces/secrets/public-key",
  () => getPublicKey(SECRET_ACCESS),
);

/**
 * Gets a Codespaces secret of a repository, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/codespaces/repository-secrets#get-a-repository-secret
 */
export const getRepositoryCodespacesSecret = operation(
  "GET /repos/{owner}/{repo}/codespaces/secrets/{secret_name}",
  () => getSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces a Codespaces secret of a repository.
 * @see https://docs.github.com/rest/codespaces/repository-secrets#create-or-update-a-repository-secret
 */
export const putRepositoryCodespacesSecret = operation(
  "PUT /repos/{owner}/{repo}/codespaces/secrets/{secret_name}",
  () => putSecret(SECRET_ACCESS),
);

/**
 * Deletes a Codespaces secret of a repository.
 * @see https://docs.github.com/rest/codespaces/repository-secrets#delete-a-repository-secret
 */
export const deleteRepositoryCodespacesSecret = operation(
  "DELETE /repos/{owner}/{repo}/codespaces/secrets/{secret_name}",
  () => deleteSecret(SECRET_ACCESS),
);
