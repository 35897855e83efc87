import * as z from "zod/mini";
import { EventUser } from "../objects/user.ts";
import { organizationEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { exceptRepositories } from "./event-rules.ts";
import { EventInvitation, EventMembership } from "./parts/membership.ts";

/** An organization was renamed or deleted, or a member was invited, added or removed. */
export const organization = event("organization", exceptRepositories("members"), () => ({
  payload: organizationEventFields(),
  actions: {
    deleted: { membership: z.optional(EventMembership.schema()) },
    member_added: { membership: EventMembership.schema() },
    member_invited: { invitation: EventInvitation.schema(), user: z.optional(z.nullable(EventUser.schema())) },
    member_removed: { membership: EventMembership.schema() },
    renamed: {
      changes: z.optional(z.looseObject({ login: z.optional(z.looseObject({ from: z.optional(z.string()) })) })),
      membership: z.optional(EventMembership.schema()),
    },
  },
}));
