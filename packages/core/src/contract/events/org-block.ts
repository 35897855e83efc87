import * as z from "zod/mini";
import { EventUser } from "../objects/user.ts";
import { organizationEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { exceptRepositories } from "./event-rules.ts";

/** An organization blocked or unblocked a user. */
export const orgBlock = event("org_block", exceptRepositories("organization_administration"), () => ({
  payload: { ...organizationEventFields(), blocked_user: z.nullable(EventUser.schema()) },
  actions: { blocked: {}, unblocked: {} },
}));
