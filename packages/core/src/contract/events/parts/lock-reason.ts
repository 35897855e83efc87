import { once } from "../../once.ts";
import { open } from "../../schema.ts";

/** Why only collaborators may comment (public description). */
export const lockReason = /* @__PURE__ */ once(() => open("resolved", "off-topic", "too heated", "spam"));
