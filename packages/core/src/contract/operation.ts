import type * as z from "zod/mini";
import type { Access, Role } from "./access.ts";
import type { Edition } from "./edition.ts";
import { once } from "./once.ts";
import type { AnyOperation, Item, Method, Operation } from "./operation-types.ts";
import type { Paging } from "./paging.ts";

export type Route = `${Method} /${string}`;
type Schema = z.ZodMiniType;
type Fields = z.ZodMiniObject;

/** What an answer without a body of interest stands for: `204: undefined`, `204: true`, `201: "created"`. */
export type Constant = string | boolean | null | undefined;

/** An answer that is no JSON: its bytes as they are, its text, or the address that its `location` header names. */
export interface Verbatim {
  readonly verbatim: "bytes" | "text" | "location";
}
export const BYTES = { verbatim: "bytes" } as const satisfies Verbatim;
export const TEXT = { verbatim: "text" } as const satisfies Verbatim;
export const LOCATION = { verbatim: "location" } as const satisfies Verbatim;

/** What an answer means: the schema of its body, a constant that it stands for, or something that is no JSON. */
export type Answer = Schema | Constant | Verbatim;

/**
 * May a call whose answer was lost be sent again?
 * `safe`: it changes nothing. `idempotent`: twice is once. `verify`: look first. `never`: it would be done twice.
 */
export type Retry = "safe" | "idempotent" | "verify" | "never";

/** What a call counts on the secondary limits (public documentation of rate limits). */
export interface Pace {
  /** Points of the minute's limit: 1 for reading and 5 for writing, unless said otherwise. */
  readonly cost: number;
  /** It makes something that people are notified of: a limit of its own. */
  readonly createsContent: boolean;
  /** Calls that agree in these input fields go one at a time; empty: any number at once. */
  readonly serial: readonly string[];
}

/** What a rule may know beside the input. */
export interface RuleContext {
  readonly now: Date;
  /** Names of secrets and variables may not begin with it. */
  readonly reservedNamePrefix: string;
}

/** A condition over the whole flat input that no field's shape can state. */
export interface Rule {
  readonly fields: readonly string[];
  /** What must hold, in words. */
  readonly message: string;
  /** What that comes to here and now. */
  readonly detail?: (context: RuleContext) => string;
  readonly holds: (input: Readonly<Record<string, unknown>>, context: RuleContext) => boolean;
}

/** All that the contract says of an operation. */
export interface Definition {
  /** Placeholders that are not plain strings. */
  readonly path?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  /** The body's wire name of an input field, where the placeholder of that name came first. */
  readonly bodyNames?: Readonly<Record<string, string>>;
  /** A placeholder that takes several segments: each is encoded by itself, and empty means the root. */
  readonly segments?: string;
  /** Each success status with what its answer means. */
  readonly success: Readonly<Record<number, Answer>>;
  /** Statuses that say "there is none": an answer here, not an error. */
  readonly absent?: Readonly<Record<number, Constant>>;
  /** Statuses that the documents list beside: refusals, redirects that are followed (301, 302), and 304. */
  readonly otherStatuses?: readonly number[];
  /** Media types of the operation's own by their names (`application/vnd.svc.<name>+json`), and what they make of 200. */
  readonly media?: Readonly<Record<string, Answer>>;
  readonly access: Access;
  readonly retry: Retry;
  /** Where it differs from {@link paceOf}'s rule. */
  readonly pace?: Partial<Pace>;
  readonly paging?: Paging;
  readonly rules?: readonly Rule[];
  /** The editions that have it; absent: every one. */
  readonly editions?: readonly Edition[];
  /** The API version that it is described in, where that is not the newest. */
  readonly versions?: Readonly<Partial<Record<Edition, string>>>;
  /** The first day that it has data for. */
  readonly since?: string;
  /** From when it is better left alone, and what becomes of it. */
  readonly deprecated?: { readonly from: string; readonly note: string };
  /** From when it answers 410 to everybody. */
  readonly retired?: string;
  /** From when only these may call it. */
  readonly restricted?: { readonly from: string; readonly roles: readonly Role[] };
}

type Placeholder<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type InputOf<D, Key extends "path" | "query" | "body"> =
  D extends Record<Key, infer S> ? (S extends Schema ? FieldsOf<z.input<S>> : unknown) : unknown;

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
type MeaningOf<A> = A extends Schema
  ? z.output<A>
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
    define: once(define),
  };
}

/** Everything the contract says of an operation; built at the first call. */
export function definitionOf(operation: AnyOperation): Definition {
  return operation.define() as Definition;
}

/** Any operation as one that takes any fields: what they may be is checked when it is called. */
export function takingFields(operation: AnyOperation): Operation<Readonly<Record<string, unknown>>, unknown> {
  return operation as Operation<Readonly<Record<string, unknown>>, unknown>;
}

/** A value that was checked against an operation's contract, as that operation's output. */
export function outputOf<A>(_operation: Operation<never, A>, checked: unknown): A {
  return checked as A;
}

/** Items that were taken from an operation's checked output, as that operation's items. */
export function itemsOf<A>(_operation: Operation<never, A>, items: unknown[]): Item<A>[] {
  return items as Item<A>[];
}

/** Is this the schema of a body? */
export function isSchema(answer: Answer): answer is Schema {
  return typeof answer === "object" && answer !== null && "_zod" in answer;
}

/** Is this an answer that is no JSON? */
export function isVerbatim(answer: Answer): answer is Verbatim {
  return typeof answer === "object" && answer !== null && "verbatim" in answer;
}

/** What a rule says to who breaks it. */
export function messageOf({ message, detail }: Rule, context: RuleContext): string {
  return detail ? `${message} (${detail(context)})` : message;
}

/** The names of a path's placeholders, in order. */
export function placeholdersOf(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? "");
}

/** What a call of an operation counts. */
export function paceOf(operation: AnyOperation): Pace {
  const cost = operation.method === "GET" ? 1 : 5;
  return { cost, createsContent: false, serial: [], ...definitionOf(operation).pace };
}
