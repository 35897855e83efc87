import * as z from "zod/mini";
import type { PermissionLevel, Role } from "../access.ts";
import { SimpleTeam } from "../objects/team.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { change, get } from "../reads-and-writes.ts";

const access = (level: PermissionLevel, ...roles: Role[]) =>
  permissionAccess("organization_administration", level, [], { roles });

const deprecated = { from: "2024-12-01", until: "2026-01-01", note: "Use organization roles instead." };

/**
 * Lists the security manager teams of an organization.
 * @deprecated Removal was announced for 2026-01-01; use organization roles instead.
 * @see https://docs.github.com/rest/orgs/security-managers#list-security-manager-teams
 */
export const listSecurityManagerTeams = operation("GET /orgs/{org}/security-managers", () => ({
  ...get({ access: access("read", "organization-owner", "security-manager") }, z.array(SimpleTeam.schema())),
  deprecated,
}));

/**
 * Makes a team a security manager team.
 * @deprecated Removal was announced for 2026-01-01; use organization roles instead.
 * @see https://docs.github.com/rest/orgs/security-managers#add-a-security-manager-team
 */
export const addSecurityManagerTeam = operation("PUT /orgs/{org}/security-managers/teams/{team_slug}", () => ({
  ...change({ access: access("write", "organization-owner") }),
  deprecated,
}));

/**
 * Removes a security manager team.
 * @deprecated Removal was announced for 2026-01-01; use organization roles instead.
 * @see https://docs.github.com/rest/orgs/security-managers#remove-a-security-manager-team
 */
export const removeSecurityManagerTeam = operation("DELETE /orgs/{org}/security-managers/teams/{team_slug}", () => ({
  ...change({ access: access("write", "organization-owner") }),
  deprecated,
}));
