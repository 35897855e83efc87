import { lazy } from "../internal/lazy.ts";
import type { StandardSchema } from "../schema/schema.ts";
import { compileDefinition } from "./compile-definition.ts";
import type { Definition, ZodLike } from "./definition.ts";
import type { KnownFields, Method, Operation } from "./operation-types.ts";

// Type casts are confined to this file, definition-of.ts, call-definition.ts and schema.ts, which create the types.

export type Route = `${Method} /${string}`;

type Placeholder<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type InputOf<D, Key extends "path" | "query" | "body"> =
  D extends Record<Key, infer S>
    ? S extends ZodLike
      ? FieldsOf<S["_zod"]["input"]>
      : S extends StandardSchema<infer I>
        ? FieldsOf<I>
        : unknown
    : unknown;

// An object schema without fields would otherwise forbid every field.
type FieldsOf<I> = string extends keyof I ? unknown : I;

type PathInput<R extends string, D> = { [K in Exclude<Placeholder<R>, keyof InputOf<D, "path">>]: string };

// `infer` makes the compiler emit the plain, flat object in declarations.
type FlatInput<R extends string, D> = PathInput<R, D> &
  InputOf<D, "path"> &
  InputOf<D, "query"> &
  InputOf<D, "body"> extends infer I
  ? { [K in keyof I]: I[K] }
  : never;

type RawOutputs = { bytes: Uint8Array; text: string; location: string };
type ResponseOutput<A> = A extends ZodLike
  ? KnownFields<A["_zod"]["output"]>
  : A extends StandardSchema<unknown, infer O>
    ? KnownFields<O>
    : A extends { verbatim: infer V extends keyof RawOutputs }
      ? RawOutputs[V]
      : A;
type ResponseOutputs<T> = { [S in keyof T]: ResponseOutput<T[S]> }[keyof T];
type OperationOutput<D> =
  | ResponseOutputs<D extends { success: infer S } ? S : never>
  | ResponseOutputs<D extends { absent: infer A } ? A : never>;
type KindOf<D> = D extends { paging: object } ? "list" : unknown;
type MediaOf<D> = D extends { media: infer M } ? { -readonly [K in keyof M]: ResponseOutput<M[K]> } : unknown;

/**
 * Declares an operation.
 * @param route method and neutral path, `"GET /repos/{owner}/{repo}"`
 * @param define returns the rest of the definition; called once, when the operation is first used
 */
/* @__NO_SIDE_EFFECTS__ */
export function operation<const R extends Route, const D extends Definition>(
  route: R,
  define: () => D,
): Operation<FlatInput<R, D>, OperationOutput<D>, MediaOf<D>, KindOf<D>> {
  const space = route.indexOf(" ");
  const declared = lazy(define);
  return {
    route,
    // The template type guarantees the cast: a method, a space and a path.
    method: route.slice(0, space) as Method,
    path: route.slice(space + 1),
    define: lazy(() => compileDefinition(declared())),
    "~declared": declared,
  };
}
