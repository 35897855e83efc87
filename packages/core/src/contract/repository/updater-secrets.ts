import { EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret, type SecretAccess } from "../shared/secrets.ts";

const SECRETS: SecretAccess = {
  read: permissionAccess("updater_secrets", "read", ["repo"], { roles: ["push"] }),
  write: permissionAccess("updater_secrets", "write", ["repo"], { roles: ["push"] }),
  editions: EDITIONS,
};

/** Lists the updater secrets of a repository, without their values. */
export const listRepositoryUpdaterSecrets = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/updater/secrets", () =>
  listSecrets(SECRETS),
);

/** Gets the public key to encrypt a repository's updater secrets with. */
export const getRepositoryUpdaterPublicKey = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/updater/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/** Gets an updater secret of a repository, without its value; null if it doesn't exist. */
export const getRepositoryUpdaterSecret = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/updater/secrets/{secret_name}",
  () => getSecret(SECRETS),
);

/** Creates or replaces an updater secret of a repository. */
export const putRepositoryUpdaterSecret = /* @__PURE__ */ operation(
  "PUT /repos/{owner}/{repo}/updater/secrets/{secret_name}",
  () => putSecret(SECRETS),
);

/** Deletes an updater secret of a repository. */
export const deleteRepositoryUpdaterSecret = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/updater/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);
