import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
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

// Document 2 names the permission set of fine-grained tokens, and for apps the other one.
const access = (level: Level) =>
  allow("organization_updater_secrets", level, ["admin:org"], {
    needs: [[{ permission: "updater_secrets", level }]],
    roles: ["organization-owner"],
  });

const SECRETS = /* @__PURE__ */ organizationSecrets(access, EDITIONS);

/** An organization's updater secrets (document 2, Updater secrets). */
export const listOrganizationUpdaterSecrets = /* @__PURE__ */ operation("GET /orgs/{org}/updater/secrets", () =>
  listOrganizationSecrets(SECRETS),
);

/** The public key to seal an organization's updater secrets for. */
export const getOrganizationUpdaterPublicKey = /* @__PURE__ */ operation(
  "GET /orgs/{org}/updater/secrets/public-key",
  () => getPublicKey(SECRETS),
);

/** One updater secret of an organization, without its value; null where there is none. */
export const getOrganizationUpdaterSecret = /* @__PURE__ */ operation(
  "GET /orgs/{org}/updater/secrets/{secret_name}",
  () => getOrganizationSecret(SECRETS),
);

/** Create or replace an updater secret of an organization, together with who may read it. */
export const putOrganizationUpdaterSecret = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/updater/secrets/{secret_name}",
  () => putOrganizationSecret(SECRETS),
);

/** Delete an updater secret of an organization. */
export const deleteOrganizationUpdaterSecret = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/updater/secrets/{secret_name}",
  () => deleteSecret(SECRETS),
);

/** The repositories that may read an updater secret whose visibility is `selected`. */
export const listOrganizationUpdaterSecretRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/updater/secrets/{secret_name}/repositories",
  () => listSelectedRepositories(SECRETS, plainPath),
);

/** Replace the repositories that may read an updater secret. */
export const setOrganizationUpdaterSecretRepositories = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/updater/secrets/{secret_name}/repositories",
  () => setSelectedRepositories(SECRETS, plainPath),
);

/** Let one more repository read an updater secret. */
export const addOrganizationUpdaterSecretRepository = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/updater/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRETS, plainPath),
);

/** Let one repository no longer read an updater secret. */
export const removeOrganizationUpdaterSecretRepository = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/updater/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRETS, plainPath),
);
