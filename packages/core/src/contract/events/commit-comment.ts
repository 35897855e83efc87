import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const commitComment = /* @__PURE__ */ event("commit_comment", everywhere("contents"), () => ({
  payload: inRepository(),
  actions: { created: {} },
}));
