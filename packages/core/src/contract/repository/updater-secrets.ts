import { allow } from "../allow.ts";
import { EDITIONS } from "../edition.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret, type Secrets } from "../families/secrets.ts";
import { operation } from "../operation.ts";

const SECRETS: Secrets = {
  read: allow("updater_secrets", "read", ["repo"], { roles: ["push"] }),
  write: allow("updater_secrets", "write", ["repo"], { roles: ["push"] }),
  editions: EDITIONS,
};

/** The updater secrets of a repository. */
export const listRepositoryUpdaterSecrets = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/updater/secrets", () =>
  listSecrets(SECRETS),
);

/** The public key to seal updater secrets of a repository for. */
export const getRepositoryUpdaterPublicKey = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/updater/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/** One updater secret of a repository, without its value; null where there is none. */
export const getRepositoryUpdaterSecret = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/updater/secrets/{secret_name}",
  () => getSecret(SECRETS),
);

/** Create or replace an updater secret of a repository. */
export const putRepositoryUpdaterSecret = /* @__PURE__ */ operation(
  "PUT /repos/{owner}/{repo}/updater/secrets/{secret_name}",
  () => putSecret(SECRETS),
);

/** Delete an updater secret of a repository. */
export const deleteRepositoryUpdaterSecret = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/updater/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);
