import * as z from "zod/mini";
import { ParentTeam } from "../../objects/team.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

/** A team in event payloads. Fields can be missing, most of them for a deleted team. */
export class EventTeam extends namedObject(() => ({
  id: z.int(),
  name: z.string(),
  ...fieldsWith(
    z.optional(z.string()),
    "node_id",
    "slug",
    "url",
    "html_url",
    "members_url",
    "repositories_url",
    "permission",
    "ldap_dn",
  ),
  description: z.optional(z.nullable(z.string())),
  privacy: z.optional(extensibleEnum("open", "closed", "secret")),
  notification_setting: z.optional(extensibleEnum("notifications_enabled", "notifications_disabled")),
  type: z.optional(extensibleEnum("enterprise", "organization")),
  ...fieldsWith(z.optional(z.int()), "organization_id", "enterprise_id"),
  parent: z.optional(z.nullable(ParentTeam.schema())),
  deleted: z.optional(z.boolean()),
})) {}
