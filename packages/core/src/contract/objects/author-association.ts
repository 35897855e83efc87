import { lazy } from "../../internal/lazy.ts";
import { open } from "../schema.ts";

/** What an author is to the repository (public description). */
export const authorAssociation = /* @__PURE__ */ lazy(() =>
  open("COLLABORATOR", "CONTRIBUTOR", "FIRST_TIMER", "FIRST_TIME_CONTRIBUTOR", "MANNEQUIN", "MEMBER", "NONE", "OWNER"),
);
