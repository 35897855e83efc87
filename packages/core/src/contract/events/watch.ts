import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** A repository was given a star, which `star` tells too; nothing tells of those who watch it (public description). */
export const watch = /* @__PURE__ */ event("watch", everywhere("metadata"), () => ({
  payload: inRepository(),
  actions: { started: {} },
}));
