import * as z from "zod/mini";
import { PushedRepository } from "../objects/repository.ts";
import { User } from "../objects/user.ts";
import { fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { PushedCommit, Pusher } from "./parts/commit.ts";

/**
 * Commits were pushed to a branch, or a branch or tag was created or deleted. `ref` is the full ref. `before` and
 * `after` are all zeros for a ref that did not exist or no longer exists; `head_commit` is null after a deletion.
 */
export const push = event("push", allHooks("contents"), () => ({
  payload: {
    ...repositoryEventFields(),
    repository: PushedRepository.schema(),
    sender: z.optional(User.schema()),
    ...fieldsWith(z.string(), "ref", "before", "after", "compare"),
    base_ref: z.nullable(z.string()),
    ...fieldsWith(z.boolean(), "created", "deleted", "forced"),
    commits: z.array(PushedCommit.schema()),
    head_commit: z.nullable(PushedCommit.schema()),
    pusher: Pusher.schema(),
  },
}));
