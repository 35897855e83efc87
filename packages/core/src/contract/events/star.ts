import * as z from "zod/mini";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** A repository was starred or unstarred. A new star also triggers `watch`. */
export const star = event("star", allHooks("metadata"), () => ({
  payload: repositoryEventFields(),
  actions: {
    created: { starred_at: z.nullable(z.string()) },
    deleted: { starred_at: z.null() },
  },
}));
