import type { Access } from "../access.ts";
import { ENTERPRISE } from "../edition.ts";
import { getPatternConfiguration, updatePatternConfiguration } from "../families/pattern-configuration.ts";
import { operation } from "../operation.ts";

const access: Access = { tokens: ["classic"], needs: [[{ scope: "admin:enterprise" }]], roles: ["enterprise-owner"] };
const LEVEL = { read: access, write: access, editions: ENTERPRISE };

/** How an enterprise's push protection treats each kind of secret (document 2). */
export const getEnterprisePatternConfiguration = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/secret-scanning/pattern-configurations",
  () => getPatternConfiguration(LEVEL),
);

/** Change how an enterprise's push protection treats kinds of secret (document 2). */
export const updateEnterprisePatternConfiguration = /* @__PURE__ */ operation(
  "PATCH /enterprises/{enterprise}/secret-scanning/pattern-configurations",
  () => updatePatternConfiguration(LEVEL),
);
