import * as z from "zod/mini";
import { EventMilestone } from "../objects/milestone.ts";
import { fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";

/** A milestone was created, edited, opened, closed or deleted. */
export const milestone = event("milestone", allHooks("issues", "pull_requests"), () => ({
  payload: { ...repositoryEventFields(), milestone: EventMilestone.schema() },
  actions: {
    closed: {},
    created: {},
    deleted: {},
    edited: { changes: z.looseObject(fieldsWith(z.optional(PreviousText.schema()), "title", "description", "due_on")) },
    opened: {},
  },
}));
