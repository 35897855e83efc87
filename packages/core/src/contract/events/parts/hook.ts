import * as z from "zod/mini";
import { eventName } from "../../fields.ts";
import { HookConfig } from "../../objects/hook.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

/** A webhook of a repository, an organization or an app, in its ping payload. */
export class EventHook extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "type", "created_at", "updated_at"),
  name: extensibleEnum("web"),
  active: z.boolean(),
  events: z.array(eventName()),
  config: HookConfig.schema(),
  ...fieldsWith(z.optional(z.string()), "url", "test_url", "ping_url", "deliveries_url"),
  last_response: z.optional(
    z.looseObject({ code: z.nullable(z.int()), ...fieldsWith(z.nullable(z.string()), "status", "message") }),
  ),
  app_id: z.optional(z.int()),
})) {}
