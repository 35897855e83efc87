import { event } from "./event.ts";
import { anywhere } from "./payload.ts";
import { toEveryApp } from "./rules.ts";

export const installation = /* @__PURE__ */ event("installation", toEveryApp(), () => ({
  payload: anywhere(),
  actions: { created: {}, deleted: {}, new_permissions_accepted: {}, suspend: {}, unsuspend: {} },
}));
