import { allow } from "../allow.ts";
import { EDITIONS } from "../edition.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret, type Secrets } from "../families/secrets.ts";
import { operation } from "../operation.ts";

const SECRETS: Secrets = {
  read: allow("environments", "read", ["repo"], { roles: ["push"] }),
  write: allow("environments", "write", ["repo"], { roles: ["push"] }),
  editions: EDITIONS,
};

/** The Actions secrets of a deployment environment. */
export const listEnvironmentActionsSecrets = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets",
  () => listSecrets(SECRETS),
);

/** The public key to seal Actions secrets of a deployment environment for. */
export const getEnvironmentActionsPublicKey = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/** One Actions secret of a deployment environment, without its value; null where there is none. */
export const getEnvironmentActionsSecret = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  () => getSecret(SECRETS),
);

/** Create or replace an Actions secret of a deployment environment. */
export const putEnvironmentActionsSecret = /* @__PURE__ */ operation(
  "PUT /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  () => putSecret(SECRETS),
);

/** Delete an Actions secret of a deployment environment. */
export const deleteEnvironmentActionsSecret = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);
