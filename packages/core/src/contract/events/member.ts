import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const member = /* @__PURE__ */ event("member", everywhere("members"), () => ({
  payload: inRepository(),
  actions: { added: {}, edited: {}, removed: {} },
}));
