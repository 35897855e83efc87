import * as z from "zod/mini";
import { EventUser } from "../objects/user.ts";
import { extensibleEnum } from "../schema.ts";
import { organizationEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { exceptRepositories } from "./event-rules.ts";
import { EventTeam } from "./parts/team.ts";

/** A member was added to or removed from a team. */
export const membership = event("membership", exceptRepositories("members"), () => ({
  payload: {
    ...organizationEventFields(),
    sender: z.nullable(EventUser.schema()),
    scope: extensibleEnum("team", "organization"),
    member: z.nullable(EventUser.schema()),
    team: EventTeam.schema(),
  },
  actions: { added: {}, removed: {} },
}));
