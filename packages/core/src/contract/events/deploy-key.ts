import * as z from "zod/mini";
import { fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** A deploy key was added to or removed from a repository. `key` is the public key. */
export const deployKey = event("deploy_key", allHooks("deployments"), () => ({
  payload: {
    ...repositoryEventFields(),
    key: z.looseObject({
      id: z.int(),
      ...fieldsWith(z.string(), "key", "title", "url", "created_at"),
      ...fieldsWith(z.boolean(), "read_only", "verified"),
      ...fieldsWith(z.optional(z.nullable(z.string())), "added_by", "last_used"),
      enabled: z.optional(z.boolean()),
    }),
  },
  actions: { created: {}, deleted: {} },
}));
