import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";

/** The team above another one (document 3, Team object). */
export interface ParentTeam extends OutputOf<typeof parentTeamSchema> {}
const parentTeamSchema = /* @__PURE__ */ named(() =>
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
export const ParentTeam: Named<ParentTeam> = parentTeamSchema;

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
