import { ENTERPRISE_EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { readWriteAccess } from "../reads-and-writes.ts";
import { getPatternConfiguration, updatePatternConfiguration } from "../shared/pattern-configuration.ts";

const PATTERN_ACCESS = readWriteAccess(
  () => ({ tokens: ["classic"], requirements: [[{ scope: "admin:enterprise" }]], roles: ["enterprise-owner"] }),
  ENTERPRISE_EDITIONS,
);

/**
 * Gets an enterprise's push protection setting of each secret type.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/secret-scanning/push-protection#list-enterprise-pattern-configurations
 */
export const getEnterprisePatternConfiguration = operation(
  "GET /enterprises/{enterprise}/secret-scanning/pattern-configurations",
  () => getPatternConfiguration(PATTERN_ACCESS),
);

/**
 * Updates an enterprise's push protection settings.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/secret-scanning/push-protection#update-enterprise-pattern-configurations
 */
export const updateEnterprisePatternConfiguration = operation(
  "PATCH /enterprises/{enterprise}/secret-scanning/pattern-configurations",
  () => updatePatternConfiguration(PATTERN_ACCESS),
);
