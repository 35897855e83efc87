import type { JsonSchema } from "./json-schema.ts";

/**
 * A simplified schema with all alternatives merged. It is less precise than the schema, but comparable however the
 * schema was written.
 */
export interface SchemaShape {
  /** Name of the shared schema, if it is one. */
  readonly name?: string;
  /** Empty means any type. */
  readonly types: ReadonlySet<string>;
  /** The allowed values; absent means any. */
  readonly values?: ReadonlySet<string>;
  readonly fallback?: unknown;
  /** Number of items, as `1..100`. */
  readonly limits: string;
  readonly fields: ReadonlyMap<string, ShapeField>;
  /** Items of an array. */
  readonly items?: SchemaShape;
  /** Values of an object with arbitrary keys. */
  readonly entries?: SchemaShape;
}

export interface ShapeField {
  readonly required: boolean;
  readonly shape: SchemaShape;
}

/** Resolves a reference to a shared schema. */
export type ResolveReference = (reference: string) => JsonSchema;

const EMPTY_SHAPE: SchemaShape = { types: new Set(), limits: "", fields: new Map() };

/** Shapes of shared schemas, which are used many times. */
const referenceCache = new WeakMap<JsonSchema, SchemaShape>();

export function shapeOf(schema: JsonSchema, resolve: ResolveReference): SchemaShape {
  if (schema.$ref !== undefined) {
    const referred = resolve(schema.$ref);
    const shape = referenceCache.get(referred) ?? shapeOf(referred, resolve);
    referenceCache.set(referred, shape);
    return { ...shape, name: schema.$ref.replace(/^nullable-/, "") };
  }
  // Fallback alternatives for unknown kinds have nothing to compare.
  const known = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter((option) => !option["x-other-kind"]);
  const options = known.map((option) => shapeOf(option, resolve));
  const parts = (schema.allOf ?? []).map((part) => shapeOf(part, resolve));
  return [...parts, unionOf(options)].reduce(intersect, shapeWithoutAlternatives(schema, resolve));
}

/** The shape of a schema without its `oneOf`, `anyOf` and `allOf` parts. */
function shapeWithoutAlternatives(schema: JsonSchema, resolve: ResolveReference): SchemaShape {
  const { properties = {}, additionalProperties, items, minItems, maxItems } = schema;
  const values = valuesOf(schema);
  const hasEntries = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  return {
    types: typesOf(schema),
    ...(values && { values }),
    ...("default" in schema && { fallback: schema.default }),
    limits: minItems === undefined && maxItems === undefined ? "" : `${minItems ?? 0}..${maxItems ?? ""}`,
    fields: new Map(
      Object.entries(properties).map(([name, inner]) => [
        name,
        { required: schema.required?.includes(name) ?? false, shape: shapeOf(inner, resolve) },
      ]),
    ),
    ...(items && { items: shapeOf(items, resolve) }),
    ...((hasEntries || schema.propertyNames) && {
      entries: hasEntries ? shapeOf(additionalProperties, resolve) : EMPTY_SHAPE,
    }),
  };
}

function typesOf(schema: JsonSchema): Set<string> {
  const { type, properties, nullable, enum: enumValues } = schema;
  const typeNames = [...(Array.isArray(type) ? type : [type ?? (properties && "object")]), nullable && "null"];
  const types = new Set(typeNames.filter((name) => typeof name === "string"));
  if (enumValues?.includes(null)) types.add("null");
  // Integers above 2^53 are strings in the contract and numbers on the wire.
  return schema["x-big-integer"] ? new Set(["integer"]) : types;
}

function valuesOf(schema: JsonSchema): Set<string> | undefined {
  const enumValues = schema.enum ?? schema["x-extensible-enum"] ?? ("const" in schema ? [schema.const] : undefined);
  return enumValues && new Set(enumValues.filter((word) => word !== null).map(String));
}

/** Merges alternatives into one shape. */
export function unionOf(options: readonly SchemaShape[]): SchemaShape {
  const real = options.filter(({ types }) => types.size !== 1 || !types.has("null"));
  const [only] = real;
  const types = new Set(options.flatMap((option) => [...option.types]));
  if (!only) return { ...EMPTY_SHAPE, types };
  if (real.length === 1) return { ...only, types };
  const named = real.filter(({ types }) => types.size === 0 || types.has("string"));
  const enumValues = named.flatMap(({ values }) => [...(values ?? [])]);
  const items = real.flatMap((option) => option.items ?? []);
  const entries = real.flatMap((option) => option.entries ?? []);
  const fallback = only.fallback !== undefined && real.every((option) => option.fallback === only.fallback);
  return {
    types,
    ...(enumValues.length > 0 && named.every(({ values }) => values) && { values: new Set(enumValues) }),
    ...(fallback && { fallback: only.fallback }),
    limits: new Set(real.map(({ limits }) => limits)).size === 1 ? only.limits : "",
    fields: unionFields(real.filter(({ types, fields }) => types.has("object") || fields.size > 0)),
    ...(items.length > 0 && { items: unionOf(items) }),
    ...(entries.length > 0 && { entries: unionOf(entries) }),
  };
}

function unionFields(options: readonly SchemaShape[]): Map<string, ShapeField> {
  const names = new Set(options.flatMap(({ fields }) => [...fields.keys()]));
  return new Map(
    [...names].map((name) => {
      const found = options.flatMap(({ fields }) => fields.get(name) ?? []);
      const required = found.length === options.length && found.every((field) => field.required);
      return [name, { required, shape: unionOf(found.map(({ shape }) => shape)) }];
    }),
  );
}

function intersect(a: SchemaShape, b: SchemaShape): SchemaShape {
  const types = new Set([...a.types, ...b.types]);
  if (hasOnlyTypes(b)) return { ...a, types };
  if (hasOnlyTypes(a)) return { ...b, types };
  const fields = new Map(a.fields);
  for (const [name, { required, shape }] of b.fields) {
    const known = a.fields.get(name);
    fields.set(name, {
      required: required || (known?.required ?? false),
      shape: known ? intersect(known.shape, shape) : shape,
    });
  }
  const { name: _, ...unnamed } = a;
  return { ...b, ...unnamed, types, fields };
}

function hasOnlyTypes({ name, values, limits, fields, items, entries, fallback }: SchemaShape): boolean {
  return [name, values, items, entries, fallback].every((part) => part === undefined) && !limits && fields.size === 0;
}
