import type { InputRule } from "../definition.ts";

const CHANGEABLE_FIELDS = ["pattern", "start_delimiter", "end_delimiter", "must_match", "must_not_match"];

/** Requires a change of the pattern. */
export const CHANGE_RULE: InputRule = {
  fields: CHANGEABLE_FIELDS,
  message: "at least one of them must be given",
  isMet: (input) => CHANGEABLE_FIELDS.some((field) => input[field] !== undefined),
};
