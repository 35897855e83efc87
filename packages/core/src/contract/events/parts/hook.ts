import * as z from "zod/mini";
import { eventName } from "../../fields.ts";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { HookConfig } from "../../objects/hook.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";

/** A webhook of a repository, an organization or an app, in its ping payload. */
export interface EventHook extends SchemaOutput<typeof eventHookSchema> {}
const eventHookSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(z.string(), "type", "created_at", "updated_at"),
    name: extensibleEnum("web"),
    active: z.boolean(),
    events: z.array(eventName()),
    config: HookConfig(),
    ...fieldsWith(z.optional(z.string()), "url", "test_url", "ping_url", "deliveries_url"),
    last_response: z.optional(
      z.looseObject({ code: z.nullable(z.int()), ...fieldsWith(z.nullable(z.string()), "status", "message") }),
    ),
    app_id: z.optional(z.int()),
  }),
);
export const EventHook: NamedSchema<EventHook> = eventHookSchema;
