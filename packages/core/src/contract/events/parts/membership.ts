import * as z from "zod/mini";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith, namedObject } from "../../schema.ts";

/** Membership of a user in an organization, with their role. */
export class EventMembership extends namedObject(() => ({
  ...fieldsWith(z.string(), "url", "organization_url", "state", "role"),
  user: z.nullable(EventUser.schema()),
  direct_membership: z.optional(z.boolean()),
  enterprise_teams_providing_indirect_membership: z.optional(z.array(z.string())),
})) {}

/** Invitation to an organization, by login or email address. */
export class EventInvitation extends namedObject(() => ({
  id: z.number(),
  ...fieldsWith(z.string(), "node_id", "role", "created_at", "invitation_teams_url"),
  ...fieldsWith(z.nullable(z.string()), "login", "email", "failed_at", "failed_reason"),
  inviter: z.nullable(EventUser.schema()),
  team_count: z.number(),
  invitation_source: z.optional(z.string()),
})) {}
