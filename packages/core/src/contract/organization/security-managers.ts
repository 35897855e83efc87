import * as z from "zod/mini";
import type { Level, Role } from "../access.ts";
import { allow } from "../allow.ts";
import { SimpleTeam } from "../objects/team.ts";
import { operation } from "../operation.ts";

const access = (level: Level, ...roles: Role[]) => allow("organization_administration", level, [], { roles });

const deprecated = { from: "2024-12-01", until: "2026-01-01", note: "The organization's roles do this now." };

/**
 * The teams whose members look after an organization's security (document 1, permission matrix; shape: public description).
 * @deprecated Announced to be removed on 2026-01-01; the organization's roles do this now.
 */
export const listSecurityManagerTeams = /* @__PURE__ */ operation("GET /orgs/{org}/security-managers", () => ({
  success: { 200: z.array(SimpleTeam()) },
  access: access("read", "organization-owner", "security-manager"),
  retry: "safe",
  deprecated,
}));

/**
 * Make a team's members security managers (document 1, permission matrix; shape: public description).
 * @deprecated Announced to be removed on 2026-01-01; the organization's roles do this now.
 */
export const addSecurityManagerTeam = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/security-managers/teams/{team_slug}",
  () => ({
    success: { 204: undefined },
    access: access("write", "organization-owner"),
    retry: "idempotent",
    deprecated,
  }),
);

/**
 * A team's members are security managers no more (document 1, permission matrix; shape: public description).
 * @deprecated Announced to be removed on 2026-01-01; the organization's roles do this now.
 */
export const removeSecurityManagerTeam = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/security-managers/teams/{team_slug}",
  () => ({
    success: { 204: undefined },
    access: access("write", "organization-owner"),
    retry: "idempotent",
    deprecated,
  }),
);
