import { operation } from "../operation.ts";
import {
  getPatternConfiguration,
  ORGANIZATION_PATTERNS,
  updatePatternConfiguration,
} from "../shared/pattern-configuration.ts";

/**
 * Gets an organization's push protection setting of each secret type.
 * @see https://docs.github.com/rest/secret-scanning/push-protection#list-organization-pattern-configurations
 */
export const getOrganizationPatternConfiguration = operation(
  "GET /orgs/{org}/secret-scanning/pattern-configurations",
  () => getPatternConfiguration(ORGANIZATION_PATTERNS),
);

/**
 * Updates an organization's push protection settings.
 * @see https://docs.github.com/rest/secret-scanning/push-protection#update-organization-pattern-configurations
 */
export const updateOrganizationPatternConfiguration = operation(
  "PATCH /orgs/{org}/secret-scanning/pattern-configurations",
  () => updatePatternConfiguration(ORGANIZATION_PATTERNS),
);
