import { type CallDefinition, callDefinitionOf } from "../../contract/call-definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { placeholdersOf } from "../../contract/placeholders.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import { InputError } from "../../errors.ts";
import { lazyPerObject } from "../../internal/lazy.ts";
import { findUnexpected } from "../../schema/find-unexpected.ts";
import { isMatch } from "../../schema/is-match.ts";
import { fieldNamesOf } from "../../schema/schema.ts";
import type { InputFields } from "./input-fields.ts";
import { InvalidInput } from "./invalid-input.ts";

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
 * @throws InvalidInput
 */
export function validateInput(
  operation: AnyOperation,
  definition: CallDefinition,
  input: InputFields,
  dialect: WireNames,
  now: Date,
): ValidatedInput {
  const { known, fields } = inputLayoutOf(operation);
  const isOpen = fields.query === undefined || fields.body === undefined;
  for (const field of Object.keys(input)) {
    if (isOpen || known.has(field)) continue;
    throw new InvalidInput(field, (problems) => problems.unknownField(known));
  }
  const parts: Record<InputPart, InputFields> = { path: {}, query: {}, body: {} };
  for (const part of PARTS) {
    const schema = definition[part];
    if (!schema) continue;
    const names = fields[part] ?? Object.keys(input).filter((field) => !known.has(field));
    const picked = Object.fromEntries(
      names.flatMap((name) => (Object.hasOwn(input, name) ? [[name, input[name]]] : [])),
    );
    parts[part] = picked;
    if (isMatch(schema, picked) && !findUnexpected(schema, picked)) continue;
    throw new InvalidInput(part, (problems) => problems.describeInvalidInput(schema, picked, part));
  }
  if (!definition.rules) return parts;
  const context = { now, reservedNamePrefix: dialect.reservedNamePrefix };
  for (const rule of definition.rules) {
    if (rule.isMet(input, context, rule)) continue;
    throw new InvalidInput(rule.fields.join(", "), (problems) => problems.brokenRule(rule, context));
  }
  return parts;
}

/** The query and body fields of a valid input. */
export interface ValidatedInput {
  readonly query: InputFields;
  readonly body: InputFields;
}

/** Part of a request that an input field belongs to. */
type InputPart = (typeof PARTS)[number];

const PARTS = ["path", "query", "body"] as const;

/** The fields that an operation accepts. */
interface InputLayout {
  readonly known: ReadonlySet<string>;
  /** Names of each part; undefined if the part accepts any name that the others lack. */
  readonly fields: Readonly<Record<InputPart, readonly string[] | undefined>>;
}

/** Returns the fields of each part of an operation's input; cached per operation. */
const inputLayoutOf = lazyPerObject((operation: AnyOperation): InputLayout => {
  const definition = callDefinitionOf(operation);
  const namesOf = (part: InputPart) => {
    const schema = definition[part];
    return schema === undefined ? [] : fieldNamesOf(schema);
  };
  const placeholders = placeholdersOf(operation.path);
  const fields = { path: namesOf("path") ?? placeholders, query: namesOf("query"), body: namesOf("body") };
  const known = new Set([...placeholders, ...(fields.query ?? []), ...(fields.body ?? [])]);
  return { known, fields };
});
