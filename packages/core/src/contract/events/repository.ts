import * as z from "zod/mini";
import { FormerOrganization } from "../objects/organization.ts";
import { EventUser } from "../objects/user.ts";
import { alike } from "../schema.ts";
import { event } from "./event.ts";
import { Changed } from "./parts/changed.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/**
 * A repository came, went or changed (public description). Anonymous access, which only self-hosted services have, lets
 * anybody read it.
 */
export const repository = /* @__PURE__ */ event(
  "repository",
  { ...everywhere("metadata"), actions: { deleted: { hooks: ["organization"] } } },
  () => ({
    payload: inRepository(),
    actions: {
      anonymous_access_disabled: {},
      anonymous_access_enabled: {},
      archived: {},
      created: {},
      deleted: {},
      edited: {
        changes: z.looseObject({
          default_branch: z.optional(Changed()),
          ...alike(z.optional(z.looseObject({ from: z.nullable(z.string()) })), "description", "homepage"),
          topics: z.optional(z.looseObject({ from: z.optional(z.nullable(z.array(z.string()))) })),
        }),
      },
      privatized: {},
      publicized: {},
      renamed: {
        changes: z.looseObject({ repository: z.looseObject({ name: Changed() }) }),
      },
      transferred: {
        changes: z.looseObject({
          owner: z.looseObject({
            from: z.looseObject({
              organization: z.optional(FormerOrganization()),
              user: z.optional(z.nullable(EventUser())),
            }),
          }),
        }),
      },
      unarchived: {},
    },
  }),
);
