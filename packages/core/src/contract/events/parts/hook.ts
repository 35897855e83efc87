import * as z from "zod/mini";
import { eventName } from "../../fields.ts";
import type { Named, OutputOf } from "../../named.ts";
import { HookConfig } from "../../objects/hook.ts";
import { alike, named, open } from "../../schema.ts";

/** A webhook as it is told of itself: a repository's, an organization's or an app's (public description). */
export interface EventHook extends OutputOf<typeof eventHookSchema> {}
const eventHookSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "type", "created_at", "updated_at"),
    name: open("web"),
    active: z.boolean(),
    events: z.array(eventName()),
    config: HookConfig(),
    ...alike(z.optional(z.string()), "url", "test_url", "ping_url", "deliveries_url"),
    last_response: z.optional(
      z.looseObject({ code: z.nullable(z.int()), ...alike(z.nullable(z.string()), "status", "message") }),
    ),
    app_id: z.optional(z.int()),
  }),
);
export const EventHook: Named<EventHook> = eventHookSchema;
