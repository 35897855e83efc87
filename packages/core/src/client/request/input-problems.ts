import type { CallDefinition } from "../../contract/call-definition.ts";
import { type InputRule, type RuleContext, ruleMessage } from "../../contract/definition.ts";

// Problems of inputs that have no schema. Each continues the sentence after the field's name.

/** The operation does not exist in the client's edition. */
export function missingInEdition(edition: string, { editions = [] }: CallDefinition): string {
  return `${edition} does not have this operation; it exists in ${editions.join(" and ")}`;
}

export function unknownMediaType(name: string, { media = {} }: CallDefinition): string {
  return `${name} is not a media type of this operation; it has ${listOf(Object.keys(media))}`;
}

export function unknownField(known: Iterable<string>): string {
  return `is not a field of this operation; it has ${listOf([...known])}`;
}

/** A rule that spans several fields is broken. */
export function brokenRule(rule: InputRule, context: RuleContext): string {
  const problem = rule.fields.length > 1 ? "are inconsistent" : "is invalid";
  return `${problem}: ${ruleMessage(rule, context)}`;
}

export function notText(value: unknown): string {
  return value === undefined ? "is missing: must be a string" : "must be a string";
}

/** A value can't be one segment of a path: an empty or dot segment would address a different operation. */
export function unusableSegment(value: string): string {
  if (value === "") return "must not be empty";
  return value.isWellFormed() ? `must not be "${value}"` : "must be well-formed Unicode";
}

export const BROKEN_PATH = "must not start or end with a slash, or contain two in a row";

export const NO_UPLOADS =
  "has no known server for uploads: must be https://api.github.com, https://api.SUBDOMAIN.ghe.com or end with /api/v3";

export const NOT_SCALAR = "must be a string, number or boolean";

export const NOT_SERIALIZABLE = "must be serializable as JSON: no BigInt and no circular reference";

function listOf(names: readonly string[]): string {
  return names.join(", ") || "none";
}
