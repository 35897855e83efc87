import * as z from "zod/mini";
import { FormerOrganization } from "../objects/organization.ts";
import { EventUser } from "../objects/user.ts";
import { fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PreviousText } from "./parts/previous-text.ts";

/** A repository was created, deleted or changed. Only self-hosted servers send the `anonymous_access_*` actions. */
export const repository = event(
  "repository",
  { ...allHooks("metadata"), actions: { deleted: { hooks: ["organization"] } } },
  () => ({
    payload: repositoryEventFields(),
    actions: {
      anonymous_access_disabled: {},
      anonymous_access_enabled: {},
      archived: {},
      created: {},
      deleted: {},
      edited: {
        changes: z.looseObject({
          default_branch: z.optional(PreviousText.schema()),
          ...fieldsWith(z.optional(z.looseObject({ from: z.nullable(z.string()) })), "description", "homepage"),
          topics: z.optional(z.looseObject({ from: z.optional(z.nullable(z.array(z.string()))) })),
        }),
      },
      privatized: {},
      publicized: {},
      renamed: {
        changes: z.looseObject({ repository: z.looseObject({ name: PreviousText.schema() }) }),
      },
      transferred: {
        changes: z.looseObject({
          owner: z.looseObject({
            from: z.looseObject({
              organization: z.optional(FormerOrganization.schema()),
              user: z.optional(z.nullable(EventUser.schema())),
            }),
          }),
        }),
      },
      unarchived: {},
    },
  }),
);
