import { type CallResponseSpec, callDefinitionOf, isJson } from "./contract/call-definition.ts";
import type { Operation } from "./contract/operation-types.ts";
import { InputError } from "./errors.ts";
import { lazy } from "./internal/lazy.ts";
import type { Schema, SchemaFields } from "./schema/schema.ts";

/** Fields of an output: `true` selects a whole field. A selection of an array applies to each of its items. */
export type FieldSelection<T> = T extends readonly (infer I)[]
  ? FieldSelection<I>
  : T extends object
    ? true | { readonly [K in keyof T as string extends K ? never : K]?: FieldSelection<T[K]> }
    : true;

/** Names of the fields of an output, of each of its kinds. */
type FieldName<T> = T extends readonly (infer I)[] ? FieldName<I> : T extends object ? keyof T : never;

type FieldType<T, K> = T extends readonly (infer I)[] ? FieldType<I, K> : K extends keyof T ? T[K] : never;

/** A selection, with `never` for each name that is not a field: the compiler reports those next to a valid one, too. */
export type ExactSelection<T, F> = F extends true
  ? true
  : { readonly [K in keyof F]: K extends FieldName<T> ? ExactSelection<FieldType<T, K>, F[K]> : never };

/** An output that has only the selected fields. */
export type PickedFields<T, F> = F extends true
  ? T
  : T extends readonly (infer I)[]
    ? PickedFields<I, F>[]
    : T extends object
      ? { [K in keyof T as K extends keyof F ? K : never]: K extends keyof F ? PickedFields<T[K], F[K]> : never }
      : T;

/**
 * Returns an operation that validates only the selected fields of its responses, and has only these in its output type:
 * an unexpected value in any other field is not an error. Requests, errors and access stay the same.
 * @throws InputError at its first use if the output has no such field
 */
export function pickFields<I, A, Kind, const F extends FieldSelection<A>>(
  operation: Operation<I, A, unknown, Kind>,
  fields: F & ExactSelection<A, F>,
): Operation<I, PickedFields<A, F>, unknown, Kind> {
  const { route, method, path } = operation;
  const define = lazy(() => {
    const { media: _, success, ...definition } = callDefinitionOf(operation);
    const narrowed = Object.entries(success).map(([status, response]) => [
      status,
      narrowResponse(response, fields, (name) => unknownOutputField(route, name)),
    ]);
    return { ...definition, success: Object.fromEntries(narrowed) };
  });
  return { route, method, path, define };
}

type CreateError = (field: string) => InputError;

function unknownOutputField(route: string, field: string): InputError {
  return new InputError(`"${field}" is not a field of the output of ${route}.`, { field });
}

function narrowResponse(response: CallResponseSpec, fields: unknown, error: CreateError): CallResponseSpec {
  if (!isJson(response)) return response;
  // A response with secrets stays one, whether or not a caller uses them.
  return { ...response, json: narrow(response.json, fields, error) };
}

function narrow(schema: Schema, fields: unknown, error: CreateError): Schema {
  if (typeof fields !== "object" || fields === null) return schema;
  if (typeof schema === "object") {
    switch (schema.type) {
      case "object":
        return { type: "object", fields: narrowFields(schema.fields, fields, error) };
      case "union": {
        const of = schema.of.map((option) => narrow(option, fieldsOfMember(option, fields), error));
        return { type: "union", of };
      }
      case "array":
      case "optional":
      case "nullable":
      case "marked":
        return { ...schema, of: narrow(schema.of, fields, error) };
      default:
    }
  }
  throw error(Object.keys(fields)[0] ?? "");
}

function narrowFields(known: SchemaFields, fields: object, error: CreateError): SchemaFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, inner]) => {
      const field = Object.hasOwn(known, name) ? known[name] : undefined;
      if (field === undefined) throw error(name);
      return [name, narrow(field, inner, error)];
    }),
  );
}

/** Returns those of the fields that a member of a union has: the others belong to another member. */
function fieldsOfMember(schema: Schema, fields: object): object {
  if (typeof schema === "string" || schema.type !== "object") return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(schema.fields, name)));
}
