import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { eventName } from "../fields.ts";
import { fieldsWith, namedObject, sensitive } from "../schema.ts";

/** Configuration of a webhook; its secret is masked. */
export class HookConfig extends namedObject(() => ({
  url: z.optional(z.string()),
  content_type: z.optional(z.string()),
  secret: z.optional(sensitive(z.string())),
  insecure_ssl: z.optional(z.union([z.string(), z.number()])),
})) {}

const hookFields = lazy(() => ({
  ...fieldsWith(z.string(), "type", "name", "updated_at", "created_at", "url", "ping_url"),
  id: z.int(),
  active: z.boolean(),
  events: z.array(eventName()),
  config: HookConfig.schema(),
  deliveries_url: z.optional(z.string()),
}));

/** A webhook of an organization; also the fields shared with repository webhooks. */
export class Hook extends namedObject(hookFields) {}

/** A webhook of a repository, with the receiver's last response. */
export class RepositoryHook extends namedObject(() => ({
  ...hookFields(),
  test_url: z.string(),
  last_response: z.looseObject({
    code: z.nullable(z.int()),
    status: z.nullable(z.string()),
    message: z.nullable(z.string()),
  }),
})) {}
