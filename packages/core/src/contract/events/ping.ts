import * as z from "zod/mini";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { everyHook } from "./event-rules.ts";
import { EventHook } from "./parts/hook.ts";

/** A webhook was created, or a user requested a ping. `zen` is a random aphorism. */
export const ping = event("ping", everyHook(), () => ({
  payload: {
    ...anyEventFields(),
    zen: z.optional(z.string()),
    hook_id: z.optional(z.int()),
    hook: z.optional(EventHook.schema()),
  },
}));
