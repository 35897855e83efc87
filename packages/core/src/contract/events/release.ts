import * as z from "zod/mini";
import { EventRelease } from "../objects/release.ts";
import { User } from "../objects/user.ts";
import { fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";

/** A release was created, edited, published, unpublished or deleted. */
export const release = event("release", allHooks("contents"), () => {
  // The sender is guaranteed only for releases that were created or deleted.
  const optionalSender = { sender: z.optional(User.schema()) };
  return {
    payload: { ...repositoryEventFields(), release: EventRelease.schema() },
    actions: {
      created: {},
      deleted: {},
      edited: {
        changes: z.looseObject({
          ...fieldsWith(z.optional(PreviousText.schema()), "name", "body", "tag_name"),
          make_latest: z.optional(z.looseObject({ to: z.boolean() })),
        }),
        ...optionalSender,
      },
      prereleased: optionalSender,
      published: optionalSender,
      released: optionalSender,
      unpublished: optionalSender,
    },
  };
});
