import * as z from "zod/mini";
import type { Named, OutputOf } from "../../named.ts";
import { ParentTeam } from "../../objects/team.ts";
import { alike, named, open } from "../../schema.ts";

/** A team as events carry it, of which less may be told: of one that was deleted, hardly anything (public description). */
export interface EventTeam extends OutputOf<typeof eventTeamSchema> {}
const eventTeamSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    name: z.string(),
    ...alike(
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
    privacy: z.optional(open("open", "closed", "secret")),
    notification_setting: z.optional(open("notifications_enabled", "notifications_disabled")),
    type: z.optional(open("enterprise", "organization")),
    ...alike(z.optional(z.int()), "organization_id", "enterprise_id"),
    parent: z.optional(z.nullable(ParentTeam())),
    deleted: z.optional(z.boolean()),
  }),
);
export const EventTeam: Named<EventTeam> = eventTeamSchema;
