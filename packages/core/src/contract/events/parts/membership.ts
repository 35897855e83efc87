import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";

/** Membership of a user in an organization, with their role. */
export interface EventMembership extends SchemaOutput<typeof eventMembershipSchema> {}
const eventMembershipSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "url", "organization_url", "state", "role"),
    user: z.nullable(EventUser()),
    direct_membership: z.optional(z.boolean()),
    enterprise_teams_providing_indirect_membership: z.optional(z.array(z.string())),
  }),
);
export const EventMembership: NamedSchema<EventMembership> = eventMembershipSchema;

/** Invitation to an organization, by login or email address. */
export interface EventInvitation extends SchemaOutput<typeof eventInvitationSchema> {}
const eventInvitationSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.number(),
    ...fieldsWith(z.string(), "node_id", "role", "created_at", "invitation_teams_url"),
    ...fieldsWith(z.nullable(z.string()), "login", "email", "failed_at", "failed_reason"),
    inviter: z.nullable(EventUser()),
    team_count: z.number(),
    invitation_source: z.optional(z.string()),
  }),
);
export const EventInvitation: NamedSchema<EventInvitation> = eventInvitationSchema;
