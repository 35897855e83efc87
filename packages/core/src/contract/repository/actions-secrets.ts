import { allow } from "../allow.ts";
import { EDITIONS } from "../edition.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret, type Secrets } from "../families/secrets.ts";
import { operation } from "../operation.ts";

const SECRETS: Secrets = {
  read: allow("secrets", "read", ["repo"], { roles: ["push"] }),
  write: allow("secrets", "write", ["repo"], { roles: ["push"] }),
  editions: EDITIONS,
};

/** The Actions secrets of a repository. */
export const listRepositoryActionsSecrets = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/actions/secrets", () =>
  listSecrets(SECRETS),
);

/** The public key to seal Actions secrets of a repository for. */
export const getRepositoryActionsPublicKey = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/actions/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/** One Actions secret of a repository, without its value; null where there is none. */
export const getRepositoryActionsSecret = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/actions/secrets/{secret_name}",
  () => getSecret(SECRETS),
);

/** Create or replace an Actions secret of a repository. */
export const putRepositoryActionsSecret = /* @__PURE__ */ operation(
  "PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}",
  () => putSecret(SECRETS),
);

/** Delete an Actions secret of a repository. */
export const deleteRepositoryActionsSecret = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);
