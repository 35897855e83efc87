import type { ValueIssue } from "./value-issue.ts";

/**
 * Describes a JSON value as plain data: what the client needs to know of a schema at run time. `compile-schema.ts` makes
 * it from a schema of zod or of another library.
 */
export type Schema =
  | SimpleSchema
  | EnumSchema
  | OtherSchema
  | WrappedSchema
  | LimitedSchema
  | RecordSchema
  | ObjectSchema
  | UnionSchema
  | CheckedSchema
  | MarkedSchema
  | ForeignSchema;

/** A schema that is more than the name of a type. */
export type CompoundSchema = Exclude<Schema, SimpleSchema>;

/** A value of one type. `digits` is an integer of any size, as a string; `integer` is exact as a number. */
export type SimpleSchema = "string" | "number" | "integer" | "boolean" | "null" | "anything" | "digits";

/** One of some values. */
export interface EnumSchema {
  readonly type: "enum";
  readonly values: readonly EnumValue[];
}

export type EnumValue = string | number | boolean | null;

/** Returns whether a value can be one of an {@link EnumSchema}. */
export function isEnumValue(value: unknown): value is EnumValue {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** A string that is none of some values. */
export interface OtherSchema {
  readonly type: "other";
  readonly values: readonly EnumValue[];
}

/** An array of values, a value that can be null, or one that can be missing. */
export interface WrappedSchema {
  readonly type: "array" | "nullable" | "optional";
  readonly of: Schema;
}

/** A value with limits: of a number, or of the length of a string or an array. */
export interface LimitedSchema {
  readonly type: "limited";
  readonly of: Schema;
  readonly min?: number;
  readonly max?: number;
}

/** An object whose keys are data. */
export interface RecordSchema {
  readonly type: "record";
  readonly of: Schema;
}

/** An object with known fields. */
export interface ObjectSchema {
  readonly type: "object";
  readonly fields: SchemaFields;
  /** Inputs must not have other fields. */
  readonly closed?: true;
}

export type SchemaFields = Readonly<Record<string, Schema>>;

/** A value that matches at least one schema. */
export interface UnionSchema {
  readonly type: "union";
  readonly of: readonly Schema[];
  /** Field whose value says which of them an object should match. */
  readonly by?: string;
}

/** A value with a further condition. */
export interface CheckedSchema {
  readonly type: "checked";
  readonly of: Schema;
  readonly test: RegExp | SchemaTest;
  /** The condition in words, such as "must not be empty". */
  readonly expected: string;
}

/** Returns whether a value, which matches the schema that has the test, meets its condition. */
export type SchemaTest = (value: never) => boolean;

/** A value with a role: a secret, a value that differs between dialects, or an object whose keys do. */
export interface MarkedSchema {
  readonly type: "marked";
  readonly mark: SchemaMark;
  readonly of: Schema;
}

export type SchemaMark = "secret" | "vendor-values" | "vendor-keys";

/**
 * A schema of another library, or one of zod without a plain form. It has the functions that use it, so that bundles
 * without such schemas do not contain them.
 */
export interface ForeignSchema {
  readonly type: "foreign";
  readonly matches: (value: unknown) => boolean;
  /** Returns the first problem of a value; undefined if there is none. */
  readonly findIssue: (value: unknown, path: readonly string[]) => ValueIssue | undefined;
  /** Names of an object's fields, if they are known. */
  readonly fields?: readonly string[];
}

/**
 * A schema of any library that follows the Standard Schema interface.
 * @see https://standardschema.dev/schema
 */
export interface StandardSchema<Input = unknown, Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The parsed value, or the problems. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Returns the names of an object's fields; undefined if another library's schema does not show them. */
export function fieldNamesOf(schema: Schema): readonly string[] | undefined {
  if (typeof schema === "string") return [];
  if (schema.type === "object") return Object.keys(schema.fields);
  if (schema.type === "foreign") return schema.fields;
  return schema.type === "union" || !("of" in schema) ? [] : fieldNamesOf(schema.of);
}
