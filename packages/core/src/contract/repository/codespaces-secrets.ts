import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import { deleteSecret, getPublicKey, getSecret, listSecrets, putSecret, type Secrets } from "../families/secrets.ts";
import { operation } from "../operation.ts";

// Even reading takes write.
const SECRETS: Secrets = {
  read: allow("codespaces_secrets", "write", ["repo"], { roles: ["repository-admin"] }),
  write: allow("codespaces_secrets", "write", ["repo"], { roles: ["repository-admin"] }),
  editions: HOSTED,
};

/** The Codespaces secrets of a repository. */
export const listRepositoryCodespacesSecrets = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/codespaces/secrets",
  () => listSecrets(SECRETS),
);

/** The public key to seal Codespaces secrets of a repository for. */
export const getRepositoryCodespacesPublicKey = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/codespaces/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/** One Codespaces secret of a repository, without its value; null where there is none. */
export const getRepositoryCodespacesSecret = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/codespaces/secrets/{secret_name}",
  () => getSecret(SECRETS),
);

/** Create or replace a Codespaces secret of a repository. */
export const putRepositoryCodespacesSecret = /* @__PURE__ */ operation(
  "PUT /repos/{owner}/{repo}/codespaces/secrets/{secret_name}",
  () => putSecret(SECRETS),
);

/** Delete a Codespaces secret of a repository. */
export const deleteRepositoryCodespacesSecret = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/codespaces/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);
