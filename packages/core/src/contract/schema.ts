import * as z from "zod/mini";
import { lazy } from "../internal/lazy.ts";
import { otherValues } from "../schema/other-values.ts";
import { isEnumValue } from "../schema/schema.ts";
import type { KnownFields } from "./operation-types.ts";
import { type FileBytes, isFileBytes } from "./rules/value-tests.ts";

// Type casts are confined to this file, definition-of.ts and operation.ts, which create the types.

/** A schema as a base class, which has the type of the schema's output. It is never instantiated. */
export interface NamedSchema<out O> {
  new (): O;
  /** Returns the schema; built at the first call. */
  schema<T>(this: new () => T): z.ZodMiniType<T>;
}

// `infer` makes the compiler emit the plain object in declarations instead of zod's types.
type PlainOutput<O> = KnownFields<O> extends infer I ? { [K in keyof I]: I[K] } : never;

/**
 * Declares a schema, built at its first use. A class that extends it gives the output's type a name, by which declarations
 * and editors refer to it. Unions, which a class cannot extend, have a type and a constant instead; `NonNullable` gives the
 * type its name.
 */
/* @__NO_SIDE_EFFECTS__ */
export function namedSchema<S extends z.ZodMiniType>(build: () => S): NamedSchema<PlainOutput<z.output<S>>> {
  return Object.assign(class {}, { schema: lazy<z.ZodMiniType>(build) }) as NamedSchema<PlainOutput<z.output<S>>>;
}

/** Like {@link namedSchema}, for an object with these fields. */
/* @__NO_SIDE_EFFECTS__ */
export function namedObject<F extends Readonly<Record<string, z.ZodMiniType>>>(
  define: () => F,
): NamedSchema<PlainOutput<z.output<z.ZodMiniObject<F, z.core.$loose>>>> {
  return namedSchema(() => z.looseObject(define()));
}

/** Returns several fields with the same schema: `...fieldsWith(z.string(), "url", "html_url")`. */
export function fieldsWith<S extends z.ZodMiniType, K extends string>(schema: S, ...names: K[]): { [N in K]: S } {
  return Object.fromEntries(names.map((name) => [name, schema])) as { [N in K]: S };
}

/** A string with known values. Other values are accepted too, because the service can add some. */
export function extensibleEnum<const T extends readonly string[]>(
  ...values: T
): z.ZodMiniType<T[number] | (string & {})> {
  return z.string().check(z.meta({ "x-extensible-enum": values }));
}

type UnionMembers = readonly [z.ZodMiniObject, ...z.ZodMiniObject[]];

/** A union of objects distinguished by a field. Objects with an unknown value of that field are accepted unchanged. */
export function extensibleUnion<const T extends UnionMembers>(
  field: string,
  ...objects: T
): z.ZodMiniType<z.output<T[number]>> {
  const known = objects.flatMap(({ shape }) => [...(shape[field]?._zod.values ?? [])].filter(isEnumValue));
  const other = z.string().check(z.refine((word) => !known.includes(word), { abort: true }));
  otherValues.set(other, known);
  const otherObject = z.looseObject({ [field]: other });
  z.globalRegistry.add(otherObject, { "x-other-kind": true });
  const union = z.union([z.discriminatedUnion(field, objects), otherObject]);
  return union as z.ZodMiniType<z.output<T[number]>>;
}

/** Annotation of a field; JSON Schema output contains it under this name. */
export type FieldAnnotation = "x-big-integer" | "x-sensitive" | "x-vendor-values" | "x-vendor-keys";

/** An integer that can exceed 2^53: a string of digits in TypeScript, a plain number in the JSON body. */
export function bigInteger() {
  return z.string().check(z.regex(/^\d+$/, "must be a string of digits"), z.meta({ "x-big-integer": true }));
}

/** The content of a file, which is sent as it is. */
export function fileContent(): z.ZodMiniType<FileBytes, FileBytes> {
  const content = z.unknown().check(z.refine(isFileBytes, "must be a Uint8Array or a Blob"));
  return content as z.ZodMiniType<FileBytes, FileBytes>;
}

/** A field that contains a secret: errors, events, logs and summaries omit its value. */
export function sensitive<S extends z.ZodMiniType>(schema: S): S {
  return schema.check(z.meta({ "x-sensitive": true }));
}

/** A field whose values differ between dialects. */
export function vendorValues<S extends z.ZodMiniType>(schema: S): S {
  return schema.check(z.meta({ "x-vendor-values": true }));
}

/** A record whose keys differ between dialects. */
export function vendorKeys<S extends z.ZodMiniType>(schema: S): S {
  return schema.check(z.meta({ "x-vendor-keys": true }));
}

/** Returns the zod definition of a schema, typed as a discriminated union. */
export function defOf(schema: z.core.$ZodType): z.core.$ZodTypes["_zod"]["def"] {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** Returns whether a field has this annotation. */
export function hasAnnotation(schema: z.core.$ZodType, annotation: FieldAnnotation): boolean {
  return z.globalRegistry.get(schema)?.[annotation] === true;
}

/**
 * Returns the paths of the fields that match a predicate: `id`, `[].id`, `secrets.[].name`. The root is the empty path.
 */
export function fieldPaths(
  schema: z.core.$ZodType,
  matches: (field: z.core.$ZodType, name: string) => boolean,
): string[] {
  const paths = new Set<string>();
  const visit = (field: z.core.$ZodType, at: readonly string[]): void => {
    if (matches(field, at.at(-1) ?? "")) paths.add(at.join("."));
    const def = defOf(field);
    switch (def.type) {
      case "object":
        for (const [name, inner] of Object.entries(def.shape)) visit(inner, [...at, name]);
        break;
      case "array":
        visit(def.element, [...at, "[]"]);
        break;
      case "union":
        for (const option of def.options) visit(option, at);
        break;
      case "optional":
      case "nullable":
      case "default":
        visit(def.innerType, at);
        break;
      default:
    }
  };
  visit(schema, []);
  return [...paths];
}
