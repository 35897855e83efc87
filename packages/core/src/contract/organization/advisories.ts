import { advisoryAccess, listAdvisories } from "../families/advisories.ts";
import { operation } from "../operation.ts";

/** The advisories of all repositories of an organization; pages by cursor (document 3). */
export const listOrganizationAdvisories = /* @__PURE__ */ operation("GET /orgs/{org}/security-advisories", () =>
  listAdvisories(advisoryAccess("write", ["organization-owner", "security-manager"])),
);
