import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const push = /* @__PURE__ */ event("push", everywhere("contents"), () => ({
  payload: inRepository(),
}));
