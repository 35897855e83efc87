import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import { Organization } from "../objects/organization.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

const access = (level: Level) =>
  allow("enterprise_teams", level, [level === "read" ? "read:enterprise" : "admin:enterprise"], {
    tokens: ["classic"],
    roles: ["enterprise-member"],
  });

const slugs = () => z.object({ organization_slugs: z.array(z.string()) });

/** The organizations that an enterprise team is assigned to; the team by slug (`ent:…`) or id (document 2). */
export const listEnterpriseTeamOrganizations = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/teams/{enterprise_team}/organizations",
  () => ({ ...list(Organization()), access: access("read"), editions: HOSTED }),
);

/** Assign an enterprise team to several organizations (document 2). */
export const addEnterpriseTeamOrganizations = /* @__PURE__ */ operation(
  "POST /enterprises/{enterprise}/teams/{enterprise_team}/organizations/add",
  () => ({
    body: slugs(),
    success: { 200: z.array(Organization()) },
    access: access("write"),
    retry: "idempotent",
    editions: HOSTED,
  }),
);

/** Take an enterprise team out of several organizations (document 2). */
export const removeEnterpriseTeamOrganizations = /* @__PURE__ */ operation(
  "POST /enterprises/{enterprise}/teams/{enterprise_team}/organizations/remove",
  () => ({
    body: slugs(),
    success: { 204: undefined },
    access: access("write"),
    retry: "idempotent",
    editions: HOSTED,
  }),
);

/** The organization, if an enterprise team is assigned to it; null if not (document 2). */
export const getEnterpriseTeamOrganization = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/teams/{enterprise_team}/organizations/{org}",
  () => ({
    success: { 200: Organization() },
    absent: { 404: null },
    access: access("read"),
    retry: "safe",
    editions: HOSTED,
  }),
);

/** Assign an enterprise team to an organization (document 2). */
export const addEnterpriseTeamOrganization = /* @__PURE__ */ operation(
  "PUT /enterprises/{enterprise}/teams/{enterprise_team}/organizations/{org}",
  () => ({ success: { 201: Organization() }, access: access("write"), retry: "idempotent", editions: HOSTED }),
);

/** Take an enterprise team out of an organization (document 2; the status is the public description's). */
export const removeEnterpriseTeamOrganization = /* @__PURE__ */ operation(
  "DELETE /enterprises/{enterprise}/teams/{enterprise_team}/organizations/{org}",
  () => ({ success: { 204: undefined }, access: access("write"), retry: "idempotent", editions: HOSTED }),
);
