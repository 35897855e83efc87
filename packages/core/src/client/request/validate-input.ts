import { type CallDefinition, callDefinitionOf } from "../../contract/call-definition.ts";
import { ruleMessage } from "../../contract/definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { placeholdersOf } from "../../contract/placeholders.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import { InputError } from "../../errors.ts";
import { lazyPerObject } from "../../internal/lazy.ts";
import { findUnexpected } from "../../schema/find-unexpected.ts";
import { isMatch } from "../../schema/is-match.ts";
import { fieldNamesOf } from "../../schema/schema.ts";
import { operationErrorContext } from "../error-context.ts";
import { describeInvalidInput } from "./describe-input.ts";
import type { InputFields } from "./input-fields.ts";

/** Creates an error factory for an operation's input; its errors name the field. */
export function inputErrorFor(
  operation: AnyOperation,
  dialect: WireNames,
): (field: string, problem: string) => InputError {
  return (field, problem) =>
    new InputError(`${field} ${problem}.`, { ...operationErrorContext(operation, dialect), field });
}

/**
 * Reads an operation's input and drops undefined fields. Checks types at run time for callers without a compiler.
 * @throws InputError if the operation or the input is invalid
 */
export function readInput(operation: AnyOperation, input: unknown): InputFields {
  if (typeof operation !== "object" || operation === null || typeof operation.define !== "function") {
    throw new InputError(
      "operation must be an operation from @forgehand/core/operations, or one that byRoute of @forgehand/core/by-route returned.",
      { field: "operation" },
    );
  }
  if (typeof input !== "object" || input === null)
    throw new InputError("input must be an object with the operation's fields.", { field: "input" });
  const entries = Object.entries(input);
  const provided = entries.filter(([, value]) => value !== undefined);
  return provided.length === entries.length ? { ...input } : Object.fromEntries(provided);
}

/**
 * Validates an input against the contract: known fields, their types, and the rules that span several fields.
 * @returns the query and body fields as given; defaults are left to the service
 * @throws InputError if a value is invalid, naming the field
 */
export function validateInput(
  operation: AnyOperation,
  definition: CallDefinition,
  input: InputFields,
  dialect: WireNames,
  now: Date,
): { readonly query: InputFields; readonly body: InputFields } {
  const inputError = inputErrorFor(operation, dialect);
  const { known, fields } = inputLayoutOf(operation);
  const isOpen = fields.query === undefined || fields.body === undefined;
  for (const field of Object.keys(input)) {
    if (isOpen || known.has(field)) continue;
    throw inputError(field, `is not a field of this operation; it has ${[...known].join(", ") || "none"}`);
  }
  const validatePart = (part: InputPart): InputFields => {
    const schema = definition[part];
    if (!schema) return {};
    const picked: Record<string, unknown> = {};
    for (const name of fields[part] ?? Object.keys(input).filter((field) => !known.has(field)))
      if (Object.hasOwn(input, name)) picked[name] = input[name];
    if (!isMatch(schema, picked) || findUnexpected(schema, picked)) {
      const { at, problem } = describeInvalidInput(schema, picked, part);
      throw inputError(at, problem);
    }
    return picked;
  };
  validatePart("path");
  const checked = { query: validatePart("query"), body: validatePart("body") };
  if (!definition.rules) return checked;
  const context = { now, reservedNamePrefix: dialect.reservedNamePrefix };
  for (const rule of definition.rules) {
    if (rule.isMet(input, context, rule)) continue;
    const problem = rule.fields.length > 1 ? "are inconsistent" : "is invalid";
    throw inputError(rule.fields.join(", "), `${problem}: ${ruleMessage(rule, context)}`);
  }
  return checked;
}

/** Part of a request that an input field belongs to. */
type InputPart = "path" | "query" | "body";

/** The fields that an operation accepts. */
interface InputLayout {
  readonly known: ReadonlySet<string>;
  /** Names of each part; undefined if the part accepts any name that the others lack. */
  readonly fields: Readonly<Record<InputPart, readonly string[] | undefined>>;
}

/** Returns the fields of each part of an operation's input; cached per operation. */
const inputLayoutOf = /* @__PURE__ */ lazyPerObject((operation: AnyOperation): InputLayout => {
  const definition = callDefinitionOf(operation);
  const namesOf = (part: InputPart) => {
    const schema = definition[part];
    return schema === undefined ? [] : fieldNamesOf(schema);
  };
  const fields = { path: namesOf("path"), query: namesOf("query"), body: namesOf("body") };
  const known = new Set([...placeholdersOf(operation.path), ...(fields.query ?? []), ...(fields.body ?? [])]);
  return { known, fields };
});
