import type { JsonSchema } from "./json-schema.ts";

/**
 * What a value may look like, with all alternatives laid over each other: coarser than a schema, but two of them can be
 * compared however each was written down.
 */
export interface Shape {
  /** The shared schema's name, where it is one. */
  readonly name?: string;
  /** None: anything. */
  readonly types: ReadonlySet<string>;
  /** The words that it may be; absent: any. */
  readonly values?: ReadonlySet<string>;
  readonly fallback?: unknown;
  /** How many items, as `1..100`. */
  readonly limits: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Of an array. */
  readonly items?: Shape;
  /** Of an object with keys of any name. */
  readonly entries?: Shape;
}

export interface Field {
  readonly required: boolean;
  readonly shape: Shape;
}

/** Finds a shared schema by its reference. */
export type Resolve = (reference: string) => JsonSchema;

const NOTHING: Shape = { types: new Set(), limits: "", fields: new Map() };

/** Shared schemas are met again and again. */
const shared = new WeakMap<JsonSchema, Shape>();

export function shapeOf(schema: JsonSchema, resolve: Resolve): Shape {
  if (schema.$ref !== undefined) {
    const referred = resolve(schema.$ref);
    const shape = shared.get(referred) ?? shapeOf(referred, resolve);
    shared.set(referred, shape);
    return { ...shape, name: schema.$ref.replace(/^nullable-/, "") };
  }
  // What stands in for kinds that are not known yet has nothing to compare.
  const known = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter((option) => !option["x-other-kind"]);
  const options = known.map((option) => shapeOf(option, resolve));
  const parts = (schema.allOf ?? []).map((part) => shapeOf(part, resolve));
  return [...parts, anyOf(options)].reduce(bothOf, ownShape(schema, resolve));
}

/** What a schema says itself, beside its alternatives. */
function ownShape(schema: JsonSchema, resolve: Resolve): Shape {
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
      entries: hasEntries ? shapeOf(additionalProperties, resolve) : NOTHING,
    }),
  };
}

function typesOf(schema: JsonSchema): Set<string> {
  const { type, properties, nullable, enum: words } = schema;
  const said = [...(Array.isArray(type) ? type : [type ?? (properties && "object")]), nullable && "null"];
  const types = new Set(said.filter((name) => typeof name === "string"));
  if (words?.includes(null)) types.add("null");
  // An integer past 2^53 is text in the contract and a bare number on the wire.
  return schema["x-big-integer"] ? new Set(["integer"]) : types;
}

function valuesOf(schema: JsonSchema): Set<string> | undefined {
  const words = schema.enum ?? schema["x-extensible-enum"] ?? ("const" in schema ? [schema.const] : undefined);
  return words && new Set(words.filter((word) => word !== null).map(String));
}

/** One shape for what may look like any of these. */
export function anyOf(options: readonly Shape[]): Shape {
  const real = options.filter(({ types }) => types.size !== 1 || !types.has("null"));
  const [only] = real;
  const types = new Set(options.flatMap((option) => [...option.types]));
  if (!only) return { ...NOTHING, types };
  if (real.length === 1) return { ...only, types };
  const named = real.filter(({ types }) => types.size === 0 || types.has("string"));
  const words = named.flatMap(({ values }) => [...(values ?? [])]);
  const items = real.flatMap((option) => option.items ?? []);
  const entries = real.flatMap((option) => option.entries ?? []);
  const fallback = only.fallback !== undefined && real.every((option) => option.fallback === only.fallback);
  return {
    types,
    ...(words.length > 0 && named.every(({ values }) => values) && { values: new Set(words) }),
    ...(fallback && { fallback: only.fallback }),
    limits: new Set(real.map(({ limits }) => limits)).size === 1 ? only.limits : "",
    fields: fieldsOfAny(real.filter(({ types, fields }) => types.has("object") || fields.size > 0)),
    ...(items.length > 0 && { items: anyOf(items) }),
    ...(entries.length > 0 && { entries: anyOf(entries) }),
  };
}

function fieldsOfAny(options: readonly Shape[]): Map<string, Field> {
  const names = new Set(options.flatMap(({ fields }) => [...fields.keys()]));
  return new Map(
    [...names].map((name) => {
      const found = options.flatMap(({ fields }) => fields.get(name) ?? []);
      const required = found.length === options.length && found.every((field) => field.required);
      return [name, { required, shape: anyOf(found.map(({ shape }) => shape)) }];
    }),
  );
}

function bothOf(a: Shape, b: Shape): Shape {
  const types = new Set([...a.types, ...b.types]);
  if (saysOnlyTypes(b)) return { ...a, types };
  if (saysOnlyTypes(a)) return { ...b, types };
  const fields = new Map(a.fields);
  for (const [name, { required, shape }] of b.fields) {
    const known = a.fields.get(name);
    fields.set(name, {
      required: required || (known?.required ?? false),
      shape: known ? bothOf(known.shape, shape) : shape,
    });
  }
  const { name: _, ...unnamed } = a;
  return { ...b, ...unnamed, types, fields };
}

function saysOnlyTypes({ name, values, limits, fields, items, entries, fallback }: Shape): boolean {
  return [name, values, items, entries, fallback].every((part) => part === undefined) && !limits && fields.size === 0;
}
