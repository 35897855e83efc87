import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named } from "../schema.ts";

/** Whether and how the caller watches a repository (document 3, Watching). */
export interface RepositorySubscription extends OutputOf<typeof repositorySubscriptionSchema> {}
const repositorySubscriptionSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    subscribed: z.boolean(),
    ignored: z.boolean(),
    reason: z.nullable(z.string()),
    created_at: z.string(),
    url: z.string(),
    repository_url: z.string(),
  }),
);
export const RepositorySubscription: Named<RepositorySubscription> = repositorySubscriptionSchema;
