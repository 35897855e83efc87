import * as z from "zod/mini";
import { PushedRepository } from "../objects/repository.ts";
import { User } from "../objects/user.ts";
import { fieldsWith } from "../schema.ts";
import { organizationEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { exceptRepositories } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";
import { EventTeam } from "./parts/team.ts";

/** A team was created, deleted or edited, or a repository was added to or removed from it. */
export const team = event("team", exceptRepositories("members"), () => ({
  payload: {
    ...organizationEventFields(),
    // The added or removed repository; absent for other actions.
    repository: z.optional(PushedRepository.schema()),
    team: EventTeam.schema(),
  },
  actions: {
    // The sender is not always present.
    added_to_repository: { sender: z.optional(User.schema()) },
    created: {},
    deleted: { sender: z.optional(User.schema()) },
    edited: {
      changes: z.looseObject({
        ...fieldsWith(z.optional(PreviousText.schema()), "name", "description", "privacy", "notification_setting"),
        repository: z.optional(
          z.looseObject({
            permissions: z.looseObject({
              from: z.looseObject(fieldsWith(z.optional(z.boolean()), "pull", "push", "admin")),
            }),
          }),
        ),
      }),
    },
    removed_from_repository: {},
  },
}));
