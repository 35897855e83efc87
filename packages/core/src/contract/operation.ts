import { lazy } from "../internal/lazy.ts";
import type { Definition, SchemaLike } from "./definition.ts";
import type { Method, Operation } from "./operation-types.ts";

// Casts are at home here, in defined.ts and in schema.ts, where types are made.

export type Route = `${Method} /${string}`;

type Placeholder<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type InputOf<D, Key extends "path" | "query" | "body"> =
  D extends Record<Key, infer S> ? (S extends SchemaLike ? FieldsOf<S["_zod"]["input"]> : unknown) : unknown;

// An object without fields would say of every field that it can't be.
type FieldsOf<I> = string extends keyof I ? unknown : I;

type PathInput<R extends string, D> = { [K in Exclude<Placeholder<R>, keyof InputOf<D, "path">>]: string };

// Going through `infer` makes the compiler write declarations with the plain, flat object.
type FlatInput<R extends string, D> = PathInput<R, D> &
  InputOf<D, "path"> &
  InputOf<D, "query"> &
  InputOf<D, "body"> extends infer I
  ? { [K in keyof I]: I[K] }
  : never;

type Verbatims = { bytes: Uint8Array; text: string; location: string };
type MeaningOf<A> = A extends SchemaLike
  ? A["_zod"]["output"]
  : A extends { verbatim: infer V extends keyof Verbatims }
    ? Verbatims[V]
    : A;
type AnswersOf<T> = { [S in keyof T]: MeaningOf<T[S]> }[keyof T];
type OutputOf<D> =
  | AnswersOf<D extends { success: infer S } ? S : never>
  | AnswersOf<D extends { absent: infer A } ? A : never>;
type MediaOf<D> = D extends { media: infer M } ? { -readonly [K in keyof M]: MeaningOf<M[K]> } : unknown;

/**
 * Writes an operation down.
 * @param route method and neutral path, `"GET /repos/{owner}/{repo}"`
 * @param define gives everything else; called once, at the operation's first use
 */
export function operation<const R extends Route, const D extends Definition>(
  route: R,
  define: () => D,
): Operation<FlatInput<R, D>, OutputOf<D>, MediaOf<D>> {
  const space = route.indexOf(" ");
  return {
    route,
    // The template type holds what the cast says: a method, a space, a path.
    method: route.slice(0, space) as Method,
    path: route.slice(space + 1),
    define: lazy(define),
  };
}

/** The names of a path's placeholders, in order. */
export function placeholdersOf(path: string): string[] {
  return Array.from(path.matchAll(/\{([^}]*)\}/g), (match) => match[1] ?? "");
}
