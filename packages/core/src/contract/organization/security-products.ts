import * as z from "zod/mini";
import { allow } from "../allow.ts";
import { operation } from "../operation.ts";
import { vendorValues } from "../schema.ts";

/**
 * Enable or disable one security feature in all repositories of an organization that can have it (document 1, permission
 * matrix; shape: public description).
 * @deprecated Since July 2024: code-security configurations are there for it, and its removal was announced for July 2025.
 */
export const setSecurityProduct = /* @__PURE__ */ operation("POST /orgs/{org}/{security_product}/{enablement}", () => ({
  path: z.object({
    security_product: vendorValues(
      z.enum([
        "dependency_graph",
        "updater_alerts",
        "updater_security_updates",
        "advanced_security",
        "code_scanning_default_setup",
        "secret_scanning",
        "secret_scanning_push_protection",
      ]),
    ),
    enablement: z.enum(["enable_all", "disable_all"]),
  }),
  body: z.object({ query_suite: z.optional(z.enum(["default", "extended"])) }),
  success: { 204: undefined },
  otherStatuses: [422],
  access: allow("organization_administration", "write", ["admin:org", "write:org", "repo"], {
    roles: ["organization-owner", "security-manager"],
  }),
  retry: "idempotent",
  deprecated: { from: "2024-07-22", until: "2025-07-22", note: "Use code-security configurations." },
}));
