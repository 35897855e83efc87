import { operation } from "../operation.ts";
import { pushAccess } from "../reads-and-writes.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret } from "../shared/secrets.ts";

const SECRET_ACCESS = pushAccess("updater_secrets");

/**
 * Lists the updater secrets of a repository, without their values.
 * @see https://docs.github.com/rest/dependabot/secrets#list-repository-secrets
 */
export const listRepositoryUpdaterSecrets = operation("GET /repos/{owner}/{repo}/updater/secrets", () =>
  listSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt a repository's updater secrets with.
 * @see https://docs.github.com/rest/dependabot/secrets#get-a-repository-public-key
 */
export const getRepositoryUpdaterPublicKey = operation("GET /repos/{owner}/{repo}/updater/secrets/public-key", () =>
  getPublicKey(SECRET_ACCESS),
);

/**
 * Gets an updater secret of a repository, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/dependabot/secrets#get-a-repository-secret
 */
export const getRepositoryUpdaterSecret = operation("GET /repos/{owner}/{repo}/updater/secrets/{secret_name}", () =>
  getSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces an updater secret of a repository.
 * @see https://docs.github.com/rest/dependabot/secrets#create-or-update-a-repository-secret
 */
export const putRepositoryUpdaterSecret = operation("PUT /repos/{owner}/{repo}/updater/secrets/{secret_name}", () =>
  putSecret(SECRET_ACCESS),
);

/**
 * Deletes an updater secret of a repository.
 * @see https://docs.github.com/rest/dependabot/secrets#delete-a-repository-secret
 */
export const deleteRepositoryUpdaterSecret = operation(
  "DELETE /repos/{owner}/{repo}/updater/secrets/{secret_name}",
  () => deleteSecret(SECRET_ACCESS),
);
