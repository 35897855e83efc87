import * as z from "zod/mini";
import { definitionOf, type ParsableDefinition } from "../../contract/definition-of.ts";
import { ruleMessage } from "../../contract/definition.ts";
import { placeholdersOf } from "../../contract/placeholders.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { fieldPaths } from "../../contract/schema.ts";
import { describeIssue } from "../../contract/schema-issue.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import { InputError } from "../../errors.ts";
import { lazyPerObject } from "../../internal/lazy.ts";
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
      "operation must be an operation from @forgehand/core/operations, or one that byRoute returned.",
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
  definition: ParsableDefinition,
  input: InputFields,
  dialect: WireNames,
  now: Date,
): { readonly query: InputFields; readonly body: InputFields } {
  const inputError = inputErrorFor(operation, dialect);
  const { known, fields } = inputLayoutOf(operation);
  for (const field of Object.keys(input)) {
    if (known.has(field)) continue;
    throw inputError(field, `is not a field of this operation; it has ${[...known].join(", ") || "none"}`);
  }
  const validatePart = (part: InputPart): InputFields => {
    const schema = definition[part];
    if (!schema) return {};
    const picked: Record<string, unknown> = {};
    for (const name of fields[part]) if (Object.hasOwn(input, name)) picked[name] = input[name];
    const parsed = z.safeParse(schema, picked);
    if (!parsed.success) {
      const { at, problem } = describeIssue(parsed.error.issues[0], picked, part);
      throw inputError(at, problem);
    }
    const unknownPath = findUnknownField(picked, parsed.data, (path) => {
      throw inputError(path.join("."), "must be a plain object");
    });
    if (unknownPath)
      throw inputError(unknownPath.join("."), `is not a known field${describeKnownFields(schema, unknownPath)}`);
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
  readonly fields: Readonly<Record<InputPart, readonly string[]>>;
}

/** Returns the fields of each part of an operation's input; cached per operation. */
const inputLayoutOf = /* @__PURE__ */ lazyPerObject((operation: AnyOperation): InputLayout => {
  const definition = definitionOf(operation);
  const fieldsOf = (part: InputPart) => Object.keys(definition[part]?.shape ?? {});
  const fields = { path: fieldsOf("path"), query: fieldsOf("query"), body: fieldsOf("body") };
  const known = new Set([...placeholdersOf(operation.path), ...fields.query, ...fields.body]);
  return { known, fields };
});

/** Whether JSON serializes the object as validated: inherited properties of class instances would be lost. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Finds the first field, at any depth, that the schema does not know: the parsed value lacks it.
 * @param rejectValue throws the error for a value that is not a plain object
 */
function findUnknownField(
  provided: unknown,
  checked: unknown,
  rejectValue: (path: readonly string[]) => never,
  path: readonly string[] = [],
): readonly string[] | undefined {
  // Schemas that accept anything have no unknown fields.
  if (provided === checked) return undefined;
  if (typeof provided !== "object" || provided === null || typeof checked !== "object" || checked === null)
    return undefined;
  if (!isPlainObject(provided)) return rejectValue(path);
  for (const [name, value] of Object.entries(provided)) {
    if (Object.hasOwn(checked, name) && (typeof value !== "object" || value === null)) continue;
    const fieldPath = [...path, name];
    const found = Object.hasOwn(checked, name)
      ? findUnknownField(value, Reflect.get(checked, name), rejectValue, fieldPath)
      : fieldPath;
    if (found) return found;
  }
  return undefined;
}

/** Lists the known fields of the object with the unknown field: `; it has url, secret`. */
function describeKnownFields(schema: z.ZodMiniType, unknownPath: readonly string[]): string {
  const pattern = (segments: readonly string[]) => segments.map((step) => (/^\d+$/.test(step) ? "[]" : step)).join(".");
  const parent = pattern(unknownPath.slice(0, -1));
  const paths = fieldPaths(schema, () => true).map((path) => path.split("."));
  const names = paths.flatMap((path) =>
    path.length === unknownPath.length && pattern(path.slice(0, -1)) === parent ? path.at(-1) : [],
  );
  return names.length === 0 ? "" : `; it has ${[...new Set(names)].join(", ")}`;
}
