import * as z from "zod/mini";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { vendorValues } from "../schema.ts";

/**
 * Enables or disables a security feature in all eligible repositories of an organization.
 * @deprecated Since July 2024: use code security configurations. Removal was announced for July 2025.
 * @see https://docs.github.com/rest/orgs/orgs#enable-or-disable-a-security-feature-for-an-organization
 */
export const setSecurityProduct = operation("POST /orgs/{org}/{security_product}/{enablement}", () => ({
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
  access: permissionAccess("organization_administration", "write", ["admin:org", "write:org", "repo"], {
    roles: ["organization-owner", "security-manager"],
  }),
  retry: "idempotent",
  deprecated: { from: "2024-07-22", until: "2025-07-22", note: "Use code security configurations." },
}));
