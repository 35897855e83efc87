import * as z from "zod/mini";
import { EventUser } from "../objects/user.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";

/** A collaborator of a repository was added, removed, or had their permissions changed. */
export const member = event("member", allHooks("members"), () => ({
  payload: { ...repositoryEventFields(), member: z.nullable(EventUser.schema()) },
  actions: {
    added: {
      changes: z.optional(
        z.looseObject({
          permission: z.optional(z.looseObject({ to: extensibleEnum("read", "write", "admin") })),
          role_name: z.optional(z.looseObject({ to: z.string() })),
        }),
      ),
    },
    edited: {
      changes: z.looseObject({
        old_permission: z.optional(PreviousText.schema()),
        permission: z.optional(z.looseObject(fieldsWith(z.optional(z.nullable(z.string())), "from", "to"))),
      }),
    },
    removed: {},
  },
}));
