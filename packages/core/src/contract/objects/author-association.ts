import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum } from "../schema.ts";

/** Relation of an author to the repository. */
export const authorAssociation = lazy(() =>
  extensibleEnum(
    "COLLABORATOR",
    "CONTRIBUTOR",
    "FIRST_TIMER",
    "FIRST_TIME_CONTRIBUTOR",
    "MANNEQUIN",
    "MEMBER",
    "NONE",
    "OWNER",
  ),
);
