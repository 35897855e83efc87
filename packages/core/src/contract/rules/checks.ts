import type { InputRule } from "../definition.ts";

/** Requires the conclusion of a completed check run. */
export const CONCLUSION_RULE: InputRule = {
  fields: ["status", "completed_at", "conclusion"],
  message: "conclusion must be set if status is completed or completed_at is set",
  isMet: ({ status, completed_at, conclusion }) =>
    conclusion !== undefined || (status !== "completed" && completed_at === undefined),
};
