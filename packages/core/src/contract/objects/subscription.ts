import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { namedSchema } from "../schema.ts";

/** The caller's subscription to a repository. */
export interface RepositorySubscription extends SchemaOutput<typeof repositorySubscriptionSchema> {}
const repositorySubscriptionSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    subscribed: z.boolean(),
    ignored: z.boolean(),
    reason: z.nullable(z.string()),
    created_at: z.string(),
    url: z.string(),
    repository_url: z.string(),
  }),
);
export const RepositorySubscription: NamedSchema<RepositorySubscription> = repositorySubscriptionSchema;

/** The caller's subscription to a notification thread. */
export interface ThreadSubscription extends SchemaOutput<typeof threadSubscriptionSchema> {}
const threadSubscriptionSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    subscribed: z.boolean(),
    ignored: z.boolean(),
    reason: z.nullable(z.string()),
    created_at: z.nullable(z.string()),
    url: z.string(),
    thread_url: z.optional(z.string()),
    repository_url: z.optional(z.string()),
  }),
);
export const ThreadSubscription: NamedSchema<ThreadSubscription> = threadSubscriptionSchema;
