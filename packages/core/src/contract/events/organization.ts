import * as z from "zod/mini";
import { EventUser } from "../objects/user.ts";
import { event } from "./event.ts";
import { EventInvitation, EventMembership } from "./parts/membership.ts";
import { inOrganization } from "./payload.ts";
import { noRepository } from "./rules.ts";

/** An organization was renamed or deleted, or somebody was asked to join it, joined or left (public description). */
export const organization = /* @__PURE__ */ event("organization", noRepository("members"), () => ({
  payload: inOrganization(),
  actions: {
    deleted: { membership: z.optional(EventMembership()) },
    member_added: { membership: EventMembership() },
    member_invited: { invitation: EventInvitation(), user: z.optional(z.nullable(EventUser())) },
    member_removed: { membership: EventMembership() },
    renamed: {
      changes: z.optional(z.looseObject({ login: z.optional(z.looseObject({ from: z.optional(z.string()) })) })),
      membership: z.optional(EventMembership()),
    },
  },
}));
