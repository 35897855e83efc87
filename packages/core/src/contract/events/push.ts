import * as z from "zod/mini";
import { PushedRepository } from "../objects/repository.ts";
import { User } from "../objects/user.ts";
import { alike } from "../schema.ts";
import { event } from "./event.ts";
import { PushedCommit, Pusher } from "./parts/commit.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/**
 * Commits came to a branch, or a branch or tag came or went (public description). `ref` is in full; `before` and `after` are
 * zeros where there was nothing, or is nothing now, and `head_commit` is then null.
 */
export const push = /* @__PURE__ */ event("push", everywhere("contents"), () => ({
  payload: {
    ...inRepository(),
    repository: PushedRepository(),
    sender: z.optional(User()),
    ...alike(z.string(), "ref", "before", "after", "compare"),
    base_ref: z.nullable(z.string()),
    ...alike(z.boolean(), "created", "deleted", "forced"),
    commits: z.array(PushedCommit()),
    head_commit: z.nullable(PushedCommit()),
    pusher: Pusher(),
  },
}));
