import { lazy } from "../../../internal/lazy.ts";
import { open } from "../../schema.ts";

/** Why only collaborators may comment (public description). */
export const lockReason = /* @__PURE__ */ lazy(() => open("resolved", "off-topic", "too heated", "spam"));
