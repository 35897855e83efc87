import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import {
  deleteSecret,
  getOrganizationSecret,
  getPublicKey,
  listOrganizationSecrets,
  organizationSecrets,
  putOrganizationSecret,
} from "../families/secrets.ts";
import {
  changeSelectedRepository,
  listSelectedRepositories,
  setSelectedRepositories,
} from "../families/selected-repositories.ts";
import { plainPath } from "../fields.ts";
import { operation } from "../operation.ts";

const access = (level: Level) =>
  allow("organization_codespaces_secrets", level, ["admin:org"], { roles: ["organization-owner"] });

const SECRETS = /* @__PURE__ */ organizationSecrets(access, HOSTED);

/** An organization's Codespaces secrets. */
export const listOrganizationCodespacesSecrets = /* @__PURE__ */ operation("GET /orgs/{org}/codespaces/secrets", () =>
  listOrganizationSecrets(SECRETS),
);

/** The public key to seal an organization's Codespaces secrets for. */
export const getOrganizationCodespacesPublicKey = /* @__PURE__ */ operation(
  "GET /orgs/{org}/codespaces/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/** One Codespaces secret of an organization, without its value; null where there is none. */
export const getOrganizationCodespacesSecret = /* @__PURE__ */ operation(
  "GET /orgs/{org}/codespaces/secrets/{secret_name}",
  () => getOrganizationSecret(SECRETS),
);

/** Create or replace a Codespaces secret of an organization, together with who may read it. */
export const putOrganizationCodespacesSecret = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/codespaces/secrets/{secret_name}",
  () => putOrganizationSecret(SECRETS),
);

/** Delete a Codespaces secret of an organization. */
export const deleteOrganizationCodespacesSecret = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/codespaces/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);

/** The repositories that may read a Codespaces secret whose visibility is `selected`. */
export const listOrganizationCodespacesSecretRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/codespaces/secrets/{secret_name}/repositories",
  () => listSelectedRepositories(SECRETS, plainPath),
);

/** Replace the repositories that may read a Codespaces secret. */
export const setOrganizationCodespacesSecretRepositories = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/codespaces/secrets/{secret_name}/repositories",
  () => setSelectedRepositories(SECRETS, plainPath),
);

/** Let one more repository read a Codespaces secret. */
export const addOrganizationCodespacesSecretRepository = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/codespaces/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRETS, plainPath),
);

/** Let one repository no longer read a Codespaces secret. */
export const removeOrganizationCodespacesSecretRepository = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/codespaces/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRETS, plainPath),
);
