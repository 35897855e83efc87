import type { InputRule, RuleContext } from "../definition.ts";

/** Rejects names that start with the prefix the service reserves. */
export const reservedPrefixRule = (field: string): InputRule => ({
  fields: [field],
  message: "the name must not start with the prefix that the service reserves",
  detail: reservedPrefix,
  isMet: hasNoReservedPrefix,
});

/** Returns the prefix that the service reserves. */
export function reservedPrefix({ reservedNamePrefix }: RuleContext): string {
  return reservedNamePrefix;
}

/** Returns whether the field of a rule does not start with the reserved prefix. */
export function hasNoReservedPrefix(
  input: Readonly<Record<string, unknown>>,
  { reservedNamePrefix }: RuleContext,
  { fields: [field = ""] }: InputRule,
): boolean {
  const name = String(input[field] ?? "");
  return !name.toUpperCase().startsWith(reservedNamePrefix);
}
