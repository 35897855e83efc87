import type { InputRule, RuleContext } from "../definition.ts";

/**
 * Allows a list of repositories only together with visibility `selected`.
 * @param fallback the visibility to assume if none is given; by default a missing visibility is accepted
 * @param visibility the field that contains the visibility
 */
export const onlyWithSelectedVisibility = (
  field: string,
  fallback = "selected",
  visibility = "visibility",
): InputRule => ({
  fields: [field, visibility],
  message: `${field} is allowed only when ${visibility} is "selected"`,
  parameter: fallback,
  isMet: isOnlyForSelected,
});

/** Returns whether the first field of a rule is given only if the second one selects it. */
export function isOnlyForSelected(
  input: Readonly<Record<string, unknown>>,
  _: RuleContext,
  { fields: [field = "", visibility = ""], parameter }: InputRule,
): boolean {
  return input[field] === undefined || (input[visibility] ?? parameter) === "selected";
}
