import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { Organization } from "../objects/organization.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { change, getIfPresent, readWriteAccess, update } from "../reads-and-writes.ts";

const ACCESS = readWriteAccess(
  (level) =>
    permissionAccess("enterprise_teams", level, [level === "read" ? "read:enterprise" : "admin:enterprise"], {
      tokens: ["classic"],
      roles: ["enterprise-member"],
    }),
  CLOUD_EDITIONS,
);

const organizationSlugs = () => z.object({ organization_slugs: z.array(z.string()) });

/**
 * Lists the organizations that an enterprise team is assigned to; the team is given by slug (`ent:…`) or id.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#get-organization-assignments
 */
export const listEnterpriseTeamOrganizations = operation(
  "GET /enterprises/{enterprise}/teams/{enterprise_team}/organizations",
  () => ({ ...list(Organization.schema()), ...ACCESS.read }),
);

/**
 * Assigns an enterprise team to several organizations.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#add-organization-assignments
 */
export const addEnterpriseTeamOrganizations = operation(
  "POST /enterprises/{enterprise}/teams/{enterprise_team}/organizations/add",
  () => ({
    body: organizationSlugs(),
    ...update(ACCESS.write, z.array(Organization.schema())),
  }),
);

/**
 * Removes an enterprise team from several organizations.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#remove-organization-assignments
 */
export const removeEnterpriseTeamOrganizations = operation(
  "POST /enterprises/{enterprise}/teams/{enterprise_team}/organizations/remove",
  () => ({
    body: organizationSlugs(),
    ...change(ACCESS.write),
  }),
);

/**
 * Gets the organization if an enterprise team is assigned to it; null if not.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#get-organization-assignment
 */
export const getEnterpriseTeamOrganization = operation(
  "GET /enterprises/{enterprise}/teams/{enterprise_team}/organizations/{org}",
  () => getIfPresent(ACCESS.read, Organization.schema()),
);

/**
 * Assigns an enterprise team to an organization.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#add-an-organization-assignment
 */
export const addEnterpriseTeamOrganization = operation(
  "PUT /enterprises/{enterprise}/teams/{enterprise_team}/organizations/{org}",
  () => ({
    success: { 201: Organization.schema() },
    ...ACCESS.write,
    retry: "idempotent",
  }),
);

/**
 * Removes an enterprise team from an organization.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#delete-an-organization-assignment
 */
export const removeEnterpriseTeamOrganization = operation(
  "DELETE /enterprises/{enterprise}/teams/{enterprise_team}/organizations/{org}",
  () => ({ success: { 204: undefined }, ...ACCESS.write, retry: "idempotent", editions: CLOUD_EDITIONS }),
);
