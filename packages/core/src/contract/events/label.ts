import * as z from "zod/mini";
import { EventLabel } from "../objects/pull-request.ts";
import { User } from "../objects/user.ts";
import { fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";

/** A label of a repository was created, edited or deleted. */
export const label = event("label", allHooks("metadata"), () => ({
  payload: { ...repositoryEventFields(), label: EventLabel.schema() },
  actions: {
    created: { sender: z.optional(User.schema()) },
    deleted: {},
    edited: {
      changes: z.optional(z.looseObject(fieldsWith(z.optional(PreviousText.schema()), "name", "color", "description"))),
    },
  },
}));
