import * as z from "zod/mini";
import { event } from "./event.ts";
import { EventHook } from "./parts/hook.ts";
import { anywhere } from "./payload.ts";
import { toEveryHook } from "./rules.ts";

/** A webhook was set up, or somebody tries whether it works (public description). `zen` is a saying. */
export const ping = /* @__PURE__ */ event("ping", toEveryHook(), () => ({
  payload: {
    ...anywhere(),
    zen: z.optional(z.string()),
    hook_id: z.optional(z.int()),
    hook: z.optional(EventHook()),
  },
}));
