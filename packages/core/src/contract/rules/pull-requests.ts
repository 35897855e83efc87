import type { InputRule } from "../definition.ts";

/** Requires a title for a pull request that isn't created from an issue. */
export const TITLE_OR_ISSUE_RULE: InputRule = {
  fields: ["title", "issue"],
  message: "title or issue must be set",
  isMet: ({ title, issue }) => title !== undefined || issue !== undefined,
};
