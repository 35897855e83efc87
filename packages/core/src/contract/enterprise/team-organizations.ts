import * as z from "zod/mini";
import type { PermissionLevel } from "../access.ts";
import { CLOUD_EDITIONS } from "../edition.ts";
import { Organization } from "../objects/organization.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";

const access = (level: PermissionLevel) =>
  permissionAccess("enterprise_teams", level, [level === "read" ? "read:enterprise" : "admin:enterprise"], {
    tokens: ["classic"],
    roles: ["enterprise-member"],
  });

const organizationSlugs = () => z.object({ organization_slugs: z.array(z.string()) });

/**
 * Lists the organizations that an enterprise team is assigned to; the team is given by slug (`ent:…`) or id.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#get-organization-assignments
 */
export const listEnterpriseTeamOrganizations = operation(
  "GET /enterprises/{enterprise}/teams/{enterprise_team}/organizations",
  () => ({ ...list(Organization.schema()), access: access("read"), editions: CLOUD_EDITIONS }),
);

/**
 * Assigns an enterprise team to several organizations.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#add-organization-assignments
 */
export const addEnterpriseTeamOrganizations = operation(
  "POST /enterprises/{enterprise}/teams/{enterprise_team}/organizations/add",
  () => ({
    body: organizationSlugs(),
    success: { 200: z.array(Organization.schema()) },
    access: access("write"),
    retry: "idempotent",
    editions: CLOUD_EDITIONS,
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
    success: { 204: undefined },
    access: access("write"),
    retry: "idempotent",
    editions: CLOUD_EDITIONS,
  }),
);

/**
 * Gets the organization if an enterprise team is assigned to it; null if not.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#get-organization-assignment
 */
export const getEnterpriseTeamOrganization = operation(
  "GET /enterprises/{enterprise}/teams/{enterprise_team}/organizations/{org}",
  () => ({
    success: { 200: Organization.schema() },
    absent: { 404: null },
    access: access("read"),
    retry: "safe",
    editions: CLOUD_EDITIONS,
  }),
);

/**
 * Assigns an enterprise team to an organization.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#add-an-organization-assignment
 */
export const addEnterpriseTeamOrganization = operation(
  "PUT /enterprises/{enterprise}/teams/{enterprise_team}/organizations/{org}",
  () => ({
    success: { 201: Organization.schema() },
    access: access("write"),
    retry: "idempotent",
    editions: CLOUD_EDITIONS,
  }),
);

/**
 * Removes an enterprise team from an organization.
 * @see https://docs.github.com/rest/enterprise-teams/enterprise-team-organizations#delete-an-organization-assignment
 */
export const removeEnterpriseTeamOrganization = operation(
  "DELETE /enterprises/{enterprise}/teams/{enterprise_team}/organizations/{org}",
  () => ({ success: { 204: undefined }, access: access("write"), retry: "idempotent", editions: CLOUD_EDITIONS }),
);
