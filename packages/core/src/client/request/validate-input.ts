import { type CallDefinition, callDefinitionOf } from "../../contract/call-definition.ts";
import { ruleMessage } from "../../contract/definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { placeholdersOf } from "../../contract/placeholders.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import { InputError } from "../../errors.ts";
import { lazyPerObject } from "../../internal/lazy.ts";
import { findUnexpected } from "../../schema/find-unexpected.ts";
import { isMatch } from "../../schema/is-match.ts";
import { fieldNamesOf, type Schema } from "../../schema/schema.ts";
import type { SchemaIssue } from "../../schema/value-issue.ts";
import { operationErrorContext } from "../error-context.ts";
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
 * @returns the query and body fields as given; defaults are left to the service. Not a promise unless it has to load
 * something, so that changes that the caller makes to the input afterwards have no effect.
 * @throws InputError if a value is invalid, naming the field
 */
export function validateInput(
  operation: AnyOperation,
  definition: CallDefinition,
  input: InputFields,
  dialect: WireNames,
  now: Date,
  describe: DescribeInput,
): ValidatedInput | Promise<ValidatedInput> {
  const inputError = inputErrorFor(operation, dialect);
  const { known, fields } = inputLayoutOf(operation);
  const isOpen = fields.query === undefined || fields.body === undefined;
  for (const field of Object.keys(input)) {
    if (isOpen || known.has(field)) continue;
    throw inputError(field, `is not a field of this operation; it has ${[...known].join(", ") || "none"}`);
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
    return describe(schema, picked, part).then(({ at, problem }) => {
      throw inputError(at, problem);
    });
  }
  if (!definition.rules) return parts;
  const context = { now, reservedNamePrefix: dialect.reservedNamePrefix };
  for (const rule of definition.rules) {
    if (rule.isMet(input, context, rule)) continue;
    const problem = rule.fields.length > 1 ? "are inconsistent" : "is invalid";
    throw inputError(rule.fields.join(", "), `${problem}: ${ruleMessage(rule, context)}`);
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

/** Describes the first problem of a part of an input, which it may load the means for. */
export type DescribeInput = (schema: Schema, part: InputFields, name: string) => Promise<SchemaIssue>;

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
  const placeholders = placeholdersOf(operation.path);
  const fields = { path: namesOf("path") ?? placeholders, query: namesOf("query"), body: namesOf("body") };
  const known = new Set([...placeholders, ...(fields.query ?? []), ...(fields.body ?? [])]);
  return { known, fields };
});
