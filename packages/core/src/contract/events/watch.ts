import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const watch = /* @__PURE__ */ event("watch", everywhere("metadata"), () => ({
  payload: inRepository(),
  actions: { started: {} },
}));
