import {
  getPatternConfiguration,
  ORGANIZATION_PATTERNS,
  updatePatternConfiguration,
} from "../families/pattern-configuration.ts";
import { operation } from "../operation.ts";

/** How an organization's push protection treats each kind of secret (document 2). */
export const getOrganizationPatternConfiguration = /* @__PURE__ */ operation(
  "GET /orgs/{org}/secret-scanning/pattern-configurations",
  () => getPatternConfiguration(ORGANIZATION_PATTERNS),
);

/** Change how an organization's push protection treats kinds of secret (document 2). */
export const updateOrganizationPatternConfiguration = /* @__PURE__ */ operation(
  "PATCH /orgs/{org}/secret-scanning/pattern-configurations",
  () => updatePatternConfiguration(ORGANIZATION_PATTERNS),
);
