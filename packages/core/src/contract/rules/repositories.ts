import type { InputRule } from "../definition.ts";

/** Forbids two ways of selecting repositories in one call. */
export const REPOSITORY_TYPE_RULE: InputRule = {
  fields: ["type", "visibility", "affiliation"],
  message: "type must not be combined with visibility or affiliation",
  isMet: ({ type, visibility, affiliation }) =>
    type === undefined || (visibility === undefined && affiliation === undefined),
};
