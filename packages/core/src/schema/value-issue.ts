/** A problem of a value: where it is, and what the schema expects there. */
export interface ValueIssue {
  readonly path: readonly string[];
  readonly expected: ExpectedValue;
}

/** A type, one of some values, a condition in words, or a match of a union's members, each with its first problem. */
export type ExpectedValue =
  | { readonly type: string }
  | { readonly values: readonly unknown[] }
  | { readonly condition: string }
  | { readonly members: readonly ValueIssue[] };

/** A validation problem in words, and the path of the value that has it. */
export interface SchemaIssue {
  readonly at: string;
  readonly problem: string;
}
