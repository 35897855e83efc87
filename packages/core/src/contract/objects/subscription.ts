import * as z from "zod/mini";
import { once } from "../once.ts";

/** Whether and how the caller watches a repository (document 3, Watching). */
export interface RepositorySubscription extends z.output<ReturnType<typeof RepositorySubscription>> {}
export const RepositorySubscription = /* @__PURE__ */ once(() =>
  z.looseObject({
    subscribed: z.boolean(),
    ignored: z.boolean(),
    reason: z.nullable(z.string()),
    created_at: z.string(),
    url: z.string(),
    repository_url: z.string(),
  }),
);
