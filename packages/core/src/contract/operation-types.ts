/**
 * One API operation as callers see it: a route with a typed input and output. This file doesn't import zod, which keeps
 * declarations short and editors fast. `definitionOf` (`definition-of.ts`) returns the rest of the operation's
 * definition.
 */
export interface Operation<in Input, out Output, out Media = unknown, out Kind = unknown> {
  /** Method and neutral path, as in the API's documentation: `PUT /repos/{owner}/{repo}/subscription`. */
  readonly route: string;
  readonly method: Method;
  /** Path with its `{placeholders}`. */
  readonly path: string;
  /** Builds the definition at the first call, as plain data. */
  readonly define: () => unknown;
  /** Builds the definition with the schemas that it was declared with; absent in the published operations. */
  readonly "~declared"?: () => unknown;
  /**
   * Carries the types; never set. `Media` maps each media type of the operation to the output it produces. `Kind` is
   * `"list"` if the output is a page of a list.
   */
  readonly "~types"?: (input: Input) => readonly [output: Output, media: Media, kind: Kind];
}

/** An operation that returns a page of a list. */
export type ListOperation<Input, Output, Media = unknown> = Operation<Input, Output, Media, "list">;

/** HTTP method of an operation. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Any operation, whatever its input and output. */
export type AnyOperation = Operation<never, unknown>;

/** Input of an operation: one flat object of path, query and body fields. */
export type Input<O> = O extends Operation<infer I, unknown> ? I : never;

/** Output of an operation. */
export type Output<O> = O extends Operation<never, infer Out> ? Out : never;

/** One item of a list operation's output: an element of the bare array, or of the array that the response wraps. */
export type Item<ListOutput> = ListOutput extends readonly (infer T)[] ? T : WrappedItem<Omit<ListOutput, "parents">>;

// The parents of a commit are never paged, unlike its files.
type ItemOfArray<T> = T extends readonly (infer I)[] ? I : never;
type RequiredArrayItem<T> = { [K in keyof T]-?: undefined extends T[K] ? never : ItemOfArray<T[K]> }[keyof T];
// The items' array can be optional. If another array is always present, that one holds the items.
type WrappedItem<T> = [RequiredArrayItem<T>] extends [never] ? ItemOfArray<T[keyof T]> : RequiredArrayItem<T>;

/**
 * An output with only the fields that the contract names. Responses can have more, but a misspelt name must not compile.
 * Records, whose keys are data, stay as they are.
 */
export type KnownFields<T> = T extends readonly (infer I)[]
  ? KnownFields<I>[]
  : string extends keyof T
    ? NamedFields<T> extends infer N
      ? [keyof N] extends [never]
        ? T
        : N
      : never
    : T;

type NamedFields<T> = { [K in keyof T as string extends K ? never : K]: KnownFields<T[K]> };
