import * as z from "zod/mini";
import { namedObject } from "../schema.ts";

/** The caller's subscription to a repository. */
export class RepositorySubscription extends namedObject(() => ({
  subscribed: z.boolean(),
  ignored: z.boolean(),
  reason: z.nullable(z.string()),
  created_at: z.string(),
  url: z.string(),
  repository_url: z.string(),
})) {}

/** The caller's subscription to a notification thread. */
export class ThreadSubscription extends namedObject(() => ({
  subscribed: z.boolean(),
  ignored: z.boolean(),
  reason: z.nullable(z.string()),
  created_at: z.nullable(z.string()),
  url: z.string(),
  thread_url: z.optional(z.string()),
  repository_url: z.optional(z.string()),
})) {}
