import { operation } from "../operation.ts";
import {
  getPatternConfiguration,
  ORGANIZATION_PATTERNS,
  updatePatternConfiguration,
} from "../shared/pattern-configuration.ts";

/** Gets an organization's push protection setting of each secret type. */
export const getOrganizationPatternConfiguration = /* @__PURE__ */ operation(
  "GET /orgs/{org}/secret-scanning/pattern-configurations",
  () => getPatternConfiguration(ORGANIZATION_PATTERNS),
);

/** Updates an organization's push protection settings. */
export const updateOrganizationPatternConfiguration = /* @__PURE__ */ operation(
  "PATCH /orgs/{org}/secret-scanning/pattern-configurations",
  () => updatePatternConfiguration(ORGANIZATION_PATTERNS),
);
