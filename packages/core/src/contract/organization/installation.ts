import { AS_APP } from "../allow.ts";
import { Installation } from "../objects/installation.ts";
import { operation } from "../operation.ts";

/** The app's own installation for an organization (public description). */
export const getOrganizationInstallation = /* @__PURE__ */ operation("GET /orgs/{org}/installation", () => ({
  success: { 200: Installation() },
  access: AS_APP,
  retry: "safe",
}));
