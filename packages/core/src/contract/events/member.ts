import * as z from "zod/mini";
import { EventUser } from "../objects/user.ts";
import { alike, open } from "../schema.ts";
import { event } from "./event.ts";
import { Changed } from "./parts/changed.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** Somebody became a collaborator of a repository, no longer is one, or has other rights to it (public description). */
export const member = /* @__PURE__ */ event("member", everywhere("members"), () => ({
  payload: { ...inRepository(), member: z.nullable(EventUser()) },
  actions: {
    added: {
      changes: z.optional(
        z.looseObject({
          permission: z.optional(z.looseObject({ to: open("read", "write", "admin") })),
          role_name: z.optional(z.looseObject({ to: z.string() })),
        }),
      ),
    },
    edited: {
      changes: z.looseObject({
        old_permission: z.optional(Changed()),
        permission: z.optional(z.looseObject(alike(z.optional(z.nullable(z.string())), "from", "to"))),
      }),
    },
    removed: {},
  },
}));
