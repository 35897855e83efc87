import type { Level } from "../access.ts";
import { allow, ORG_AND_PRIVATE_REPO } from "../allow.ts";
import { EDITIONS } from "../edition.ts";
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
  allow("organization_secrets", level, [ORG_AND_PRIVATE_REPO], { roles: ["organization-owner"] });

const SECRETS = /* @__PURE__ */ organizationSecrets(access, EDITIONS);

/** An organization's Actions secrets. */
export const listOrganizationActionsSecrets = /* @__PURE__ */ operation("GET /orgs/{org}/actions/secrets", () =>
  listOrganizationSecrets(SECRETS),
);

/** The public key to seal an organization's Actions secrets for. */
export const getOrganizationActionsPublicKey = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/** One Actions secret of an organization, without its value; null where there is none. */
export const getOrganizationActionsSecret = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/secrets/{secret_name}",
  () => getOrganizationSecret(SECRETS),
);

/** Create or replace an Actions secret of an organization, together with who may read it. */
export const putOrganizationActionsSecret = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/secrets/{secret_name}",
  () => ({
    ...putOrganizationSecret(SECRETS),
    // The one operation on these that is said to need no scope for private repositories.
    access: allow("organization_secrets", "write", ["admin:org"], { roles: ["organization-owner"] }),
  }),
);

/** Delete an Actions secret of an organization. */
export const deleteOrganizationActionsSecret = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);

/** The repositories that may read an Actions secret whose visibility is `selected`. */
export const listOrganizationActionsSecretRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/secrets/{secret_name}/repositories",
  () => listSelectedRepositories(SECRETS, plainPath),
);

/** Replace the repositories that may read an Actions secret. */
export const setOrganizationActionsSecretRepositories = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/secrets/{secret_name}/repositories",
  () => setSelectedRepositories(SECRETS, plainPath),
);

/** Let one more repository read an Actions secret. */
export const addOrganizationActionsSecretRepository = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRETS, plainPath),
);

/** Let one repository no longer read an Actions secret. */
export const removeOrganizationActionsSecretRepository = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRETS, plainPath),
);
