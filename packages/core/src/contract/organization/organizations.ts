import { OPEN } from "../allow.ts";
import { OrganizationProfile } from "../objects/organization.ts";
import { operation } from "../operation.ts";

/** One organization; its owners see more of it (public description). */
export const getOrganization = /* @__PURE__ */ operation("GET /orgs/{org}", () => ({
  success: { 200: OrganizationProfile() },
  otherStatuses: [404],
  access: OPEN,
  retry: "safe",
}));
