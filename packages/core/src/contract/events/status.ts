import * as z from "zod/mini";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { StatusCommit } from "./parts/status-commit.ts";

/** A commit got a status. */
export const status = event("status", allHooks("statuses"), () => ({
  payload: {
    ...repositoryEventFields(),
    id: z.int(),
    ...fieldsWith(z.string(), "sha", "name", "context", "created_at", "updated_at"),
    ...fieldsWith(z.nullable(z.string()), "description", "target_url"),
    avatar_url: z.optional(z.nullable(z.string())),
    state: extensibleEnum("pending", "success", "failure", "error"),
    commit: StatusCommit.schema(),
    branches: z.array(
      z.looseObject({
        name: z.string(),
        protected: z.boolean(),
        commit: z.looseObject(fieldsWith(z.nullable(z.string()), "sha", "url")),
      }),
    ),
  },
}));
