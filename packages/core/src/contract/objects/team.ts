import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { OrganizationProfile } from "./organization.ts";

const simpleTeamFields = lazy(() => ({
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
}));

/** The parent of a team. */
export class ParentTeam extends namedObject(simpleTeamFields) {}

/** A team without its parent. */
export class SimpleTeam extends namedObject(simpleTeamFields) {}

/** A team of an organization. */
export class Team extends namedObject(() => ({
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
  permissions: z.optional(z.looseObject({ ...fieldsWith(z.boolean(), "pull", "triage", "push", "maintain", "admin") })),
  type: z.optional(extensibleEnum("enterprise", "organization")),
  access_source: z.optional(extensibleEnum("direct", "organization", "enterprise")),
  organization_id: z.optional(z.int()),
  enterprise_id: z.optional(z.int()),
  parent: z.nullable(ParentTeam.schema()),
})) {}

/** A single team. */
export class TeamProfile extends namedObject(() => ({
  ...simpleTeamFields(),
  privacy: z.optional(extensibleEnum("closed", "secret")),
  notification_setting: z.optional(extensibleEnum("notifications_enabled", "notifications_disabled")),
  parent: z.optional(z.nullable(ParentTeam.schema())),
  ...fieldsWith(z.int(), "members_count", "repos_count"),
  ...fieldsWith(z.string(), "created_at", "updated_at"),
  organization: OrganizationProfile.schema(),
})) {}

/** A team of an enterprise. */
export class EnterpriseTeam extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "name", "slug", "url", "html_url", "members_url", "created_at", "updated_at"),
  ...fieldsWith(z.optional(z.string()), "description", "sync_to_organizations", "organization_selection_type"),
  notification_setting: z.optional(extensibleEnum("notifications_enabled", "notifications_disabled")),
  group_id: z.nullable(z.string()),
  group_name: z.optional(z.nullable(z.string())),
})) {}
