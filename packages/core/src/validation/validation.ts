import type { SchemaLike } from "../contract/definition.ts";

/** The validated value, or the first problem and its path. */
export type ValidationResult = { readonly data: unknown } | { readonly at: string; readonly problem: string };

/** Validates a value against a schema of the contract. */
export type Validation = (schema: SchemaLike, value: unknown) => ValidationResult;
