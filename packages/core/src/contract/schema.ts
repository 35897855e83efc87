import * as z from "zod/mini";
import { lazy } from "../internal/lazy.ts";
import type { Named } from "./named.ts";

// Casts are at home here, in defined.ts and in operation.ts, where types are made.

declare module "./named.ts" {
  interface Named<out O> {
    /** Builds the schema, once. */
    // biome-ignore lint/style/useShorthandFunctionType: it is merged into an interface that is declared elsewhere
    (): z.ZodMiniType<O>;
  }
}

// Going through `infer` makes the compiler write declarations with the plain object, not with zod's types of it.
type Plain<O> = O extends infer I ? { [K in keyof I]: I[K] } : never;

/**
 * Gives an object's schema, built at its first use, to be named: declarations then say the object's fields once, in plain
 * types, and its name wherever else it occurs.
 */
export function named<S extends z.ZodMiniType>(build: () => S): Named<Plain<z.output<S>>> {
  return lazy(build) as () => z.ZodMiniType<Plain<z.output<S>>>;
}

/** Fields that share one schema: `...alike(z.string(), "url", "html_url")`. */
export function alike<S extends z.ZodMiniType, K extends string>(schema: S, ...names: K[]): { [N in K]: S } {
  return Object.fromEntries(names.map((name) => [name, schema])) as { [N in K]: S };
}

/** A text of an answer that is one of these words today: a word that the service adds is no error. */
export function open<const T extends readonly string[]>(...words: T): z.ZodMiniType<T[number] | (string & {})> {
  return z.string().check(z.meta({ "x-extensible-enum": words }));
}

type Kinds = readonly [z.ZodMiniObject, ...z.ZodMiniObject[]];

/** One of several kinds of object, told by a field. A kind that the service adds is no error, and comes as it is. */
export function kinds<const T extends Kinds>(field: string, ...objects: T): z.ZodMiniType<z.output<T[number]>> {
  const known = objects.flatMap(({ shape }) => [...(shape[field]?._zod.values ?? [])]);
  const other = z.string().check(z.refine((word) => !known.includes(word), { abort: true }));
  const rest = z.looseObject({ [field]: other });
  z.globalRegistry.add(rest, { "x-other-kind": true });
  const union = z.union([z.discriminatedUnion(field, objects), rest]);
  return union as z.ZodMiniType<z.output<T[number]>>;
}

/** What a field can be beside its shape; JSON Schema shows it under this name. */
export type Mark = "x-exact" | "x-sensitive" | "x-vendor-values" | "x-vendor-keys";

/** An integer that may pass 2^53: a string of digits here, a bare number on the wire. */
export function exactInteger() {
  return z.string().check(z.regex(/^\d+$/, "digits are expected"), z.meta({ "x-exact": true }));
}

/** A field that is a secret in itself: errors, events, logs and summaries leave its value out. */
export function sensitive<S extends z.ZodMiniType>(schema: S): S {
  return schema.check(z.meta({ "x-sensitive": true }));
}

/** A field whose words are a vendor's to choose. */
export function vendorValues<S extends z.ZodMiniType>(schema: S): S {
  return schema.check(z.meta({ "x-vendor-values": true }));
}

/** A record whose keys are a vendor's to choose. */
export function vendorKeys<S extends z.ZodMiniType>(schema: S): S {
  return schema.check(z.meta({ "x-vendor-keys": true }));
}

/** How a schema was written, as one of the kinds that zod knows. */
export function defOf(schema: z.core.$ZodType): z.core.$ZodTypes["_zod"]["def"] {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** Does a field carry this mark? */
export function isMarked(schema: z.core.$ZodType, mark: Mark): boolean {
  return z.globalRegistry.get(schema)?.[mark] === true;
}

/**
 * The fields of a schema that a test picks, as paths from the top: `id`, `[].id`, `secrets.[].name`; the top itself is
 * the empty path.
 */
export function fieldPaths(
  schema: z.core.$ZodType,
  picks: (field: z.core.$ZodType, name: string) => boolean,
): string[] {
  const paths = new Set<string>();
  const visit = (field: z.core.$ZodType, at: readonly string[]): void => {
    if (picks(field, at.at(-1) ?? "")) paths.add(at.join("."));
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
