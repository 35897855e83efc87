import { operation } from "../operation.ts";
import { pushAccess } from "../reads-and-writes.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret } from "../shared/secrets.ts";

const SECRET_ACCESS = pushAccess("secrets");

/**
 * Lists the Actions secrets of a repository, without their values.
 * @see https://docs.github.com/rest/actions/secrets#list-repository-secrets
 */
export const listRepositoryActionsSecrets = operation("GET /repos/{owner}/{repo}/actions/secrets", () =>
  listSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt a repository's Actions secrets with.
 * @see https://docs.github.com/rest/actions/secrets#get-a-repository-public-key
 */
export const getRepositoryActionsPublicKey = operation("GET /repos/{owner}/{repo}/actions/secrets/public-key", () =>
  getPublicKey(SECRET_ACCESS),
);

/**
 * Gets an Actions secret of a repository, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/actions/secrets#get-a-repository-secret
 */
export const getRepositoryActionsSecret = operation("GET /repos/{owner}/{repo}/actions/secrets/{secret_name}", () =>
  getSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces an Actions secret of a repository.
 * @see https://docs.github.com/rest/actions/secrets#create-or-update-a-repository-secret
 */
export const putRepositoryActionsSecret = operation("PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}", () =>
  putSecret(SECRET_ACCESS),
);

/**
 * Deletes an Actions secret of a repository.
 * @see https://docs.github.com/rest/actions/secrets#delete-a-repository-secret
 */
export const deleteRepositoryActionsSecret = operation(
  "DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name}",
  () => deleteSecret(SECRET_ACCESS),
);
