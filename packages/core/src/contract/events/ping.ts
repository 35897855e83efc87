import { event } from "./event.ts";
import { anywhere } from "./payload.ts";
import { toEveryHook } from "./rules.ts";

export const ping = /* @__PURE__ */ event("ping", toEveryHook(), () => ({
  payload: anywhere(),
}));
