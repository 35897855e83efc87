/**
 * One operation of the service, as its callers see it: a route with a typed input and output. This file knows nothing of
 * zod, so that declarations stay plain and editors quick. What the contract says beside the types is read with
 * `definitionOf` (`defined.ts`).
 */
export interface Operation<in Input, out Output, out Media = unknown> {
  /** Method and neutral path, as the API's documents write them: `PUT /repos/{owner}/{repo}/subscription`. */
  readonly route: string;
  readonly method: Method;
  /** The path with its `{placeholders}`. */
  readonly path: string;
  /** Builds the definition, once, at the first use. */
  readonly define: () => unknown;
  /** Carries the types; never set. `Media`: what each media type of the operation's own makes of the output. */
  readonly "~types"?: (input: Input) => readonly [output: Output, media: Media];
}

/** How an operation is asked for. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Any operation, whatever it takes and gives. */
export type AnyOperation = Operation<never, unknown>;

/** What an operation takes: one flat object of path, query and body fields. */
export type Input<O> = O extends Operation<infer I, unknown> ? I : never;

/** What an operation answers. */
export type Output<O> = O extends Operation<never, infer A> ? A : never;

/** One item of a list operation's answer: of the bare array, or of the array that the answer wraps. */
export type Item<Answer> = Answer extends readonly (infer T)[] ? T : WrappedItem<KnownFields<Answer>>;

type KnownFields<T> = { [K in keyof T as string extends K ? never : K]: T[K] };
type ItemOfArray<T> = T extends readonly (infer I)[] ? I : never;
type ItemAlwaysThere<T> = { [K in keyof T]-?: undefined extends T[K] ? never : ItemOfArray<T[K]> }[keyof T];
// The items' array may be one that the service can leave out; beside one that is always there, such another is none.
type WrappedItem<T> = [ItemAlwaysThere<T>] extends [never] ? ItemOfArray<T[keyof T]> : ItemAlwaysThere<T>;
