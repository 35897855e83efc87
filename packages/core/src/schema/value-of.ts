import { isMatch } from "./is-match.ts";
import type { Schema, SchemaFields } from "./schema.ts";

/** Type of the values that match a schema, for stored records and settings. */
export type ValueOf<S> = S extends "string" | "digits"
  ? string
  : S extends "number" | "integer"
    ? number
    : S extends "boolean"
      ? boolean
      : S extends "null"
        ? null
        : S extends { type: "enum"; values: readonly (infer V)[] }
          ? V
          : S extends { type: "object"; fields: infer F }
            ? FieldValues<F>
            : S extends { type: "union"; of: readonly (infer O)[] }
              ? ValueOf<O>
              : S extends { type: infer T; of: infer O }
                ? WrappedValueOf<T, O>
                : unknown;

type WrappedValueOf<T, O> = T extends "optional"
  ? ValueOf<O> | undefined
  : T extends "nullable"
    ? ValueOf<O> | null
    : T extends "array"
      ? readonly ValueOf<O>[]
      : T extends "record"
        ? Readonly<Record<string, ValueOf<O>>>
        : T extends "limited" | "checked" | "marked"
          ? ValueOf<O>
          : unknown;

/** Type of the objects whose fields match schemas. */
export type FieldValues<F> = { readonly [K in keyof F as F[K] extends Optional ? never : K]: ValueOf<F[K]> } & {
  readonly [K in keyof F as F[K] extends Optional ? K : never]?: ValueOf<F[K]>;
};

interface Optional {
  readonly type: "optional";
}

/** Returns whether a value matches a schema, whose type it then has. */
export function hasType<const S extends Schema>(schema: S, value: unknown): value is ValueOf<S> {
  return isMatch(schema, value);
}

/** Declares the schema of an object with these fields. */
/* @__NO_SIDE_EFFECTS__ */
export function objectOf<const F extends SchemaFields>(fields: F): { readonly type: "object"; readonly fields: F } {
  return { type: "object", fields };
}
