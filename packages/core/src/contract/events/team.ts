import * as z from "zod/mini";
import { PushedRepository } from "../objects/repository.ts";
import { User } from "../objects/user.ts";
import { alike } from "../schema.ts";
import { event } from "./event.ts";
import { Changed } from "./parts/changed.ts";
import { EventTeam } from "./parts/team.ts";
import { inOrganization } from "./payload.ts";
import { noRepository } from "./rules.ts";

/** A team came, went or changed, or got or lost a repository (public description). */
export const team = /* @__PURE__ */ event("team", noRepository("members"), () => ({
  payload: {
    ...inOrganization(),
    // The one that it got or lost; other actions come without.
    repository: z.optional(PushedRepository()),
    team: EventTeam(),
  },
  actions: {
    // Who did it is not always told.
    added_to_repository: { sender: z.optional(User()) },
    created: {},
    deleted: { sender: z.optional(User()) },
    edited: {
      changes: z.looseObject({
        ...alike(z.optional(Changed()), "name", "description", "privacy", "notification_setting"),
        repository: z.optional(
          z.looseObject({
            permissions: z.looseObject({
              from: z.looseObject(alike(z.optional(z.boolean()), "pull", "push", "admin")),
            }),
          }),
        ),
      }),
    },
    removed_from_repository: {},
  },
}));
