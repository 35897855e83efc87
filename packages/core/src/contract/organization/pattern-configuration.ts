import { allow } from "../allow.ts";
import { EDITIONS } from "../edition.ts";
import { getPatternConfiguration, updatePatternConfiguration } from "../families/pattern-configuration.ts";
import { operation } from "../operation.ts";

const LEVEL = {
  read: allow("organization_administration", "read", ["read:org"], {
    roles: ["organization-owner", "security-manager"],
  }),
  write: allow("organization_administration", "write", ["write:org"], { roles: ["organization-owner"] }),
  editions: EDITIONS,
};

/** How an organization's push protection treats each kind of secret (document 2). */
export const getOrganizationPatternConfiguration = /* @__PURE__ */ operation(
  "GET /orgs/{org}/secret-scanning/pattern-configurations",
  () => getPatternConfiguration(LEVEL),
);

/** Change how an organization's push protection treats kinds of secret (document 2). */
export const updateOrganizationPatternConfiguration = /* @__PURE__ */ operation(
  "PATCH /orgs/{org}/secret-scanning/pattern-configurations",
  () => updatePatternConfiguration(LEVEL),
);
