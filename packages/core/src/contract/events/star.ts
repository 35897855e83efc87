import * as z from "zod/mini";
import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** A repository was given a star, or one was taken back (public description). A new one is told as `watch` too. */
export const star = /* @__PURE__ */ event("star", everywhere("metadata"), () => ({
  payload: inRepository(),
  actions: {
    created: { starred_at: z.nullable(z.string()) },
    deleted: { starred_at: z.null() },
  },
}));
