import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";

const simpleTeam = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "node_id", "url", "members_url", "name", "permission", "html_url", "repositories_url", "slug"),
    description: z.nullable(z.string()),
    privacy: z.optional(z.string()),
    notification_setting: z.optional(z.string()),
    ldap_dn: z.optional(z.string()),
    type: z.optional(open("enterprise", "organization")),
    organization_id: z.optional(z.int()),
    enterprise_id: z.optional(z.int()),
  }),
);

/** The team above another one (document 3, Team object). */
export interface ParentTeam extends OutputOf<typeof parentTeamSchema> {}
const parentTeamSchema = /* @__PURE__ */ named(simpleTeam);
export const ParentTeam: Named<ParentTeam> = parentTeamSchema;

/** A team without the one above it (public description). */
export interface SimpleTeam extends OutputOf<typeof simpleTeamSchema> {}
const simpleTeamSchema = /* @__PURE__ */ named(() => z.extend(simpleTeam(), {}));
export const SimpleTeam: Named<SimpleTeam> = simpleTeamSchema;

/** A team of an organization (document 3, Team object). */
export interface Team extends OutputOf<typeof teamSchema> {}
const teamSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "node_id", "name", "slug", "permission", "url", "html_url", "members_url", "repositories_url"),
    description: z.nullable(z.string()),
    privacy: z.optional(z.string()),
    notification_setting: z.optional(z.string()),
    permissions: z.optional(z.looseObject({ ...alike(z.boolean(), "pull", "triage", "push", "maintain", "admin") })),
    type: z.optional(open("enterprise", "organization")),
    access_source: z.optional(open("direct", "organization", "enterprise")),
    organization_id: z.optional(z.int()),
    enterprise_id: z.optional(z.int()),
    parent: z.nullable(ParentTeam()),
  }),
);
export const Team: Named<Team> = teamSchema;

/** A team of an enterprise (public description). */
export interface EnterpriseTeam extends OutputOf<typeof enterpriseTeamSchema> {}
const enterpriseTeamSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "name", "slug", "url", "html_url", "members_url", "created_at", "updated_at"),
    ...alike(z.optional(z.string()), "description", "sync_to_organizations", "organization_selection_type"),
    notification_setting: z.optional(open("notifications_enabled", "notifications_disabled")),
    group_id: z.nullable(z.string()),
    group_name: z.optional(z.nullable(z.string())),
  }),
);
export const EnterpriseTeam: Named<EnterpriseTeam> = enterpriseTeamSchema;
