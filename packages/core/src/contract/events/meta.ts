import * as z from "zod/mini";
import { EventRepository } from "../objects/repository.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { EventHook } from "./parts/hook.ts";

/** The webhook that receives this event was deleted. */
export const meta = event("meta", allHooks(), () => ({
  payload: {
    ...anyEventFields(),
    repository: z.optional(z.nullable(EventRepository.schema())),
    hook_id: z.int(),
    hook: EventHook.schema(),
  },
  actions: { deleted: {} },
}));
