import { operation } from "../operation.ts";
import { advisoryAccess, listAdvisories } from "../shared/advisories.ts";

/**
 * Lists the security advisories of all repositories of an organization.
 * @see https://docs.github.com/rest/security-advisories/repository-advisories#list-repository-security-advisories-for-an-organization
 */
export const listOrganizationAdvisories = operation("GET /orgs/{org}/security-advisories", () =>
  listAdvisories(advisoryAccess("write", ["organization-owner", "security-manager"])),
);
