import { operation } from "../operation.ts";
import { pushAccess } from "../reads-and-writes.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret } from "../shared/secrets.ts";

const SECRET_ACCESS = pushAccess("environments");

/**
 * Lists the Actions secrets of a deployment environment, without their values.
 * @see https://docs.github.com/rest/actions/secrets#list-environment-secrets
 */
export const listEnvironmentActionsSecrets = operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets",
  () => listSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt a deployment environment's Actions secrets with.
 * @see https://docs.github.com/rest/actions/secrets#get-an-environment-public-key
 */
export const getEnvironmentActionsPublicKey = operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key",
  () => getPublicKey(SECRET_ACCESS),
);

/**
 * Gets an Actions secret of a deployment environment, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/actions/secrets#get-an-environment-secret
 */
export const getEnvironmentActionsSecret = operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  () => getSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces an Actions secret of a deployment environment.
 * @see https://docs.github.com/rest/actions/secrets#create-or-update-an-environment-secret
 */
export const putEnvironmentActionsSecret = operation(
  "PUT /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  () => putSecret(SECRET_ACCESS),
);

/**
 * Deletes an Actions secret of a deployment environment.
 * @see https://docs.github.com/rest/actions/secrets#delete-an-environment-secret
 */
export const deleteEnvironmentActionsSecret = operation(
  "DELETE /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  () => deleteSecret(SECRET_ACCESS),
);
