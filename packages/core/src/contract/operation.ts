import type * as z from "zod/mini";
import type { Access } from "./access.ts";
import { once } from "./once.ts";
import type { AnyOperation, Item, Method, Operation } from "./operation-types.ts";

type Route = `${Method} /${string}`;
type Schema = z.ZodMiniType;
type Fields = z.ZodMiniObject;

/** What an answer without a body of interest stands for: `204: undefined`, `204: true`, `201: "created"`. */
type Constant = string | boolean | null | undefined;

/**
 * How a list is cut into pages (document 1, Pagination).
 * `page`: numbered pages. `cursor`: an opaque cursor, found only in the `link` header.
 */
export interface Paging {
  readonly kind: "page" | "cursor";
  /** The field that holds the items where the answer wraps them; absent for a bare array. */
  readonly items?: string;
  /** Items a page when the caller names no number, and at most. */
  readonly perPage: { readonly default: number; readonly maximum: number };
}

/**
 * May a call whose answer was lost be sent again?
 * `safe`: it changes nothing. `idempotent`: twice is once. `verify`: look first. `never`: it would be done twice.
 */
export type Retry = "safe" | "idempotent" | "verify" | "never";

/** A condition over the whole flat input that no field's shape can state. */
export interface Rule {
  readonly fields: readonly string[];
  readonly message: string;
  readonly holds: (input: Readonly<Record<string, unknown>>) => boolean;
}

/** All that the contract says of an operation. */
export interface Definition {
  /** Placeholders that are not plain strings. */
  readonly path?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  /** The body's wire name of an input field, where the placeholder of that name came first. */
  readonly bodyNames?: Readonly<Record<string, string>>;
  /** Each success status with the schema of its body, or the constant that it stands for. */
  readonly success: Readonly<Record<number, Schema | Constant>>;
  /** Statuses that say "there is none": an answer here, not an error. */
  readonly absent?: Readonly<Record<number, Constant>>;
  /** Error statuses that the documents list for this operation. */
  readonly errors: readonly number[];
  readonly access: Access;
  readonly retry: Retry;
  readonly paging?: Paging;
  readonly rules?: readonly Rule[];
  /** Where integers may pass 2^53, as paths such as `id` or `[].id`: strings here, bare numbers on the wire. */
  readonly exact?: readonly string[];
}

type Placeholder<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type InputOf<D, Key extends "path" | "query" | "body"> =
  D extends Record<Key, infer S> ? (S extends Schema ? z.input<S> : unknown) : unknown;

type PathInput<R extends string, D> = { [K in Exclude<Placeholder<R>, keyof InputOf<D, "path">>]: string };

// Going through `infer` makes the compiler write declarations with the plain, flat object.
type FlatInput<R extends string, D> = PathInput<R, D> &
  InputOf<D, "path"> &
  InputOf<D, "query"> &
  InputOf<D, "body"> extends infer I
  ? { [K in keyof I]: I[K] }
  : never;

type AnswerOf<A> = A extends Schema ? z.output<A> : A;
type AnswersOf<T> = { [S in keyof T]: AnswerOf<T[S]> }[keyof T];
type OutputOf<D> =
  | AnswersOf<D extends { success: infer S } ? S : never>
  | AnswersOf<D extends { absent: infer A } ? A : never>;

/**
 * Writes an operation down.
 * @param route method and neutral path, `"GET /repos/{owner}/{repo}"`
 * @param define gives everything else; called once, at the operation's first use
 */
export function operation<const R extends Route, const D extends Definition>(
  route: R,
  define: () => D,
): Operation<FlatInput<R, D>, OutputOf<D>> {
  const space = route.indexOf(" ");
  return {
    route,
    // The template type holds what the cast says: a method, a space, a path.
    method: route.slice(0, space) as Method,
    path: route.slice(space + 1),
    define: once(define),
  };
}

/** Everything the contract says of an operation; built at the first call. */
export function definitionOf(operation: AnyOperation): Definition {
  return operation.define() as Definition;
}

/** A value that was checked against an operation's contract, as that operation's output. */
export function outputOf<A>(_operation: Operation<never, A>, checked: unknown): A {
  return checked as A;
}

/** Items that were taken from an operation's checked output, as that operation's items. */
export function itemsOf<A>(_operation: Operation<never, A>, items: unknown[]): Item<A>[] {
  return items as Item<A>[];
}

/** Is this entry of `success` or `absent` the schema of a body, rather than a constant? */
export function isSchema(answer: Schema | Constant): answer is Schema {
  return typeof answer === "object" && answer !== null;
}

/** The names of a path's placeholders, in order. */
export function placeholdersOf(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? "");
}
