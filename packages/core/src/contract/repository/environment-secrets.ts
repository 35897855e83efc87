import { EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret, type SecretAccess } from "../shared/secrets.ts";

const SECRETS: SecretAccess = {
  read: permissionAccess("environments", "read", ["repo"], { roles: ["push"] }),
  write: permissionAccess("environments", "write", ["repo"], { roles: ["push"] }),
  editions: EDITIONS,
};

/** Lists the Actions secrets of a deployment environment, without their values. */
export const listEnvironmentActionsSecrets = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets",
  () => listSecrets(SECRETS),
);

/** Gets the public key to encrypt a deployment environment's Actions secrets with. */
export const getEnvironmentActionsPublicKey = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/** Gets an Actions secret of a deployment environment, without its value; null if it doesn't exist. */
export const getEnvironmentActionsSecret = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  () => getSecret(SECRETS),
);

/** Creates or replaces an Actions secret of a deployment environment. */
export const putEnvironmentActionsSecret = /* @__PURE__ */ operation(
  "PUT /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  () => putSecret(SECRETS),
);

/** Deletes an Actions secret of a deployment environment. */
export const deleteEnvironmentActionsSecret = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);
