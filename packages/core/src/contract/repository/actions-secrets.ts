import { EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret, type SecretAccess } from "../shared/secrets.ts";

const SECRETS: SecretAccess = {
  read: permissionAccess("secrets", "read", ["repo"], { roles: ["push"] }),
  write: permissionAccess("secrets", "write", ["repo"], { roles: ["push"] }),
  editions: EDITIONS,
};

/**
 * Lists the Actions secrets of a repository, without their values.
 * @see https://docs.github.com/rest/actions/secrets#list-repository-secrets
 */
export const listRepositoryActionsSecrets = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/actions/secrets", () =>
  listSecrets(SECRETS),
);

/**
 * Gets the public key to encrypt a repository's Actions secrets with.
 * @see https://docs.github.com/rest/actions/secrets#get-a-repository-public-key
 */
export const getRepositoryActionsPublicKey = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/actions/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/**
 * Gets an Actions secret of a repository, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/actions/secrets#get-a-repository-secret
 */
export const getRepositoryActionsSecret = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/actions/secrets/{secret_name}",
  () => getSecret(SECRETS),
);

/**
 * Creates or replaces an Actions secret of a repository.
 * @see https://docs.github.com/rest/actions/secrets#create-or-update-a-repository-secret
 */
export const putRepositoryActionsSecret = /* @__PURE__ */ operation(
  "PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}",
  () => putSecret(SECRETS),
);

/**
 * Deletes an Actions secret of a repository.
 * @see https://docs.github.com/rest/actions/secrets#delete-a-repository-secret
 */
export const deleteRepositoryActionsSecret = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);
