import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../schema.ts";

const simpleTeam = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(
      z.string(),
      "node_id",
      "url",
      "members_url",
      "name",
      "permission",
      "html_url",
      "repositories_url",
      "slug",
    ),
    description: z.nullable(z.string()),
    privacy: z.optional(z.string()),
    notification_setting: z.optional(z.string()),
    ldap_dn: z.optional(z.string()),
    type: z.optional(extensibleEnum("enterprise", "organization")),
    organization_id: z.optional(z.int()),
    enterprise_id: z.optional(z.int()),
  }),
);

/** The parent of a team. */
export interface ParentTeam extends SchemaOutput<typeof parentTeamSchema> {}
const parentTeamSchema = /* @__PURE__ */ namedSchema(simpleTeam);
export const ParentTeam: NamedSchema<ParentTeam> = parentTeamSchema;

/** A team without its parent. */
export interface SimpleTeam extends SchemaOutput<typeof simpleTeamSchema> {}
const simpleTeamSchema = /* @__PURE__ */ namedSchema(() => z.extend(simpleTeam(), {}));
export const SimpleTeam: NamedSchema<SimpleTeam> = simpleTeamSchema;

/** A team of an organization. */
export interface Team extends SchemaOutput<typeof teamSchema> {}
const teamSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(
      z.string(),
      "node_id",
      "name",
      "slug",
      "permission",
      "url",
      "html_url",
      "members_url",
      "repositories_url",
    ),
    description: z.nullable(z.string()),
    privacy: z.optional(z.string()),
    notification_setting: z.optional(z.string()),
    permissions: z.optional(
      z.looseObject({ ...fieldsWith(z.boolean(), "pull", "triage", "push", "maintain", "admin") }),
    ),
    type: z.optional(extensibleEnum("enterprise", "organization")),
    access_source: z.optional(extensibleEnum("direct", "organization", "enterprise")),
    organization_id: z.optional(z.int()),
    enterprise_id: z.optional(z.int()),
    parent: z.nullable(ParentTeam()),
  }),
);
export const Team: NamedSchema<Team> = teamSchema;

/** A team of an enterprise. */
export interface EnterpriseTeam extends SchemaOutput<typeof enterpriseTeamSchema> {}
const enterpriseTeamSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(z.string(), "name", "slug", "url", "html_url", "members_url", "created_at", "updated_at"),
    ...fieldsWith(z.optional(z.string()), "description", "sync_to_organizations", "organization_selection_type"),
    notification_setting: z.optional(extensibleEnum("notifications_enabled", "notifications_disabled")),
    group_id: z.nullable(z.string()),
    group_name: z.optional(z.nullable(z.string())),
  }),
);
export const EnterpriseTeam: NamedSchema<EnterpriseTeam> = enterpriseTeamSchema;
