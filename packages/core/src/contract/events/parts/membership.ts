import * as z from "zod/mini";
import type { Named, OutputOf } from "../../named.ts";
import { EventUser } from "../../objects/user.ts";
import { alike, named } from "../../schema.ts";

/** That somebody belongs to an organization, and as what (public description). */
export interface EventMembership extends OutputOf<typeof eventMembershipSchema> {}
const eventMembershipSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.string(), "url", "organization_url", "state", "role"),
    user: z.nullable(EventUser()),
    direct_membership: z.optional(z.boolean()),
    enterprise_teams_providing_indirect_membership: z.optional(z.array(z.string())),
  }),
);
export const EventMembership: Named<EventMembership> = eventMembershipSchema;

/** That somebody was asked to join an organization, by login or by address (public description). */
export interface EventInvitation extends OutputOf<typeof eventInvitationSchema> {}
const eventInvitationSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.number(),
    ...alike(z.string(), "node_id", "role", "created_at", "invitation_teams_url"),
    ...alike(z.nullable(z.string()), "login", "email", "failed_at", "failed_reason"),
    inviter: z.nullable(EventUser()),
    team_count: z.number(),
    invitation_source: z.optional(z.string()),
  }),
);
export const EventInvitation: Named<EventInvitation> = eventInvitationSchema;
