import * as z from "zod/mini";
import type { ResponseSpec } from "./contract/definition.ts";
import { definitionOf, isSchema } from "./contract/definition-of.ts";
import type { Operation } from "./contract/operation-types.ts";
import { annotatedPaths, defOf } from "./contract/schema.ts";
import { InputError } from "./errors.ts";
import { lazy } from "./internal/lazy.ts";

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
    const { media: _, success, ...definition } = definitionOf(operation);
    const narrowed = Object.entries(success).map(([status, response]) => [
      status,
      narrowResponse(response, fields, (name) => unknownField(route, name)),
    ]);
    return { ...definition, success: Object.fromEntries(narrowed) };
  });
  return { route, method, path, define };
}

type CreateError = (field: string) => InputError;

function unknownField(route: string, field: string): InputError {
  return new InputError(`"${field}" is not a field of the output of ${route}.`, { field });
}

function narrowResponse(response: ResponseSpec, fields: unknown, error: CreateError): unknown {
  if (!isSchema(response)) return response;
  const narrowed = narrow(response, fields, error);
  // Responses with secrets are not stored, whether or not a caller uses the secrets.
  if (annotatedPaths(response, "x-sensitive").length > 0) z.globalRegistry.add(narrowed, { "x-sensitive": true });
  return narrowed;
}

function narrow(schema: z.core.$ZodType, fields: unknown, error: CreateError): z.core.$ZodType {
  if (typeof fields !== "object" || fields === null) return schema;
  const def = defOf(schema);
  switch (def.type) {
    case "array":
      return z.array(narrow(def.element, fields, error));
    case "optional":
      return z.optional(narrow(def.innerType, fields, error));
    case "nullable":
      return z.nullable(narrow(def.innerType, fields, error));
    case "union":
      return z.union(def.options.map((option) => narrow(option, fieldsOfMember(option, fields), error)));
    case "object":
      return z.looseObject(
        Object.fromEntries(
          Object.entries(fields).map(([name, inner]) => {
            const field = def.shape[name];
            if (field === undefined) throw error(name);
            return [name, narrow(field, inner, error)];
          }),
        ),
      );
    default:
      throw error(Object.keys(fields)[0] ?? "");
  }
}

/** Returns those of the fields that a member of a union has: the others belong to another member. */
function fieldsOfMember(schema: z.core.$ZodType, fields: object): object {
  const def = defOf(schema);
  if (def.type !== "object") return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(def.shape, name)));
}
