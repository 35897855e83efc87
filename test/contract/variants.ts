import type { Field, Shape } from "./shape.ts";

/**
 * One shape for one thing that several places describe, now with more care and now with less: what any of them allows, and
 * all that one of them tells of it. Where it was described does not matter any more, so names are gone.
 */
export function variantsOf(variants: readonly Shape[]): Shape {
  const options = [...new Set(variants)];
  // One that is always true here, and always false there, can be either: that is no list of words.
  const words = options.flatMap(({ types, values }) => (types.has("boolean") ? [] : [...(values ?? [])]));
  const items = options.flatMap((option) => option.items ?? []);
  const entries = options.flatMap((option) => option.entries ?? []);
  return {
    types: new Set(options.flatMap(({ types }) => [...types])),
    ...(words.length > 0 && { values: new Set(words) }),
    limits: "",
    fields: fieldsOfVariants([...new Set(options.map(({ fields }) => fields))].filter(({ size }) => size > 0)),
    ...(items.length > 0 && { items: variantsOf(items) }),
    ...(entries.length > 0 && { entries: variantsOf(entries) }),
  };
}

/** The fields of variants: required is what is required in all. */
function fieldsOfVariants(variants: readonly Shape["fields"][]): Map<string, Field> {
  const names = new Set(variants.flatMap((fields) => [...fields.keys()]));
  return new Map(
    [...names].map((name) => {
      const found = variants.map((fields) => fields.get(name));
      const shapes = found.flatMap((field) => field?.shape ?? []);
      return [name, { required: found.every((field) => field?.required), shape: variantsOf(shapes) }];
    }),
  );
}

/** A shape as a real value shows it to be: what the value lacks isn't required, what it is instead is allowed too. */
export function shownBy(shape: Shape, value: unknown): Shape {
  const type = jsonType(value);
  const types = shape.types.size > 0 ? new Set([...shape.types, type]) : shape.types;
  const { items } = shape;
  if (Array.isArray(value) && items) {
    return { ...shape, types, items: value.reduce<Shape>(shownBy, items) };
  }
  if (type !== "object" || shape.fields.size === 0) return { ...shape, types };
  const said = new Map(Object.entries(Object(value)));
  const fields = [...shape.fields].map(([name, field]): [string, Field] => [
    name,
    said.has(name) ? { ...field, shape: shownBy(field.shape, said.get(name)) } : { ...field, required: false },
  ]);
  return { ...shape, types, fields: new Map(fields) };
}

/** The fields of a real value that a shape does not have. */
export function* unknownFields(shape: Shape | undefined, value: unknown, at: string): Generator<string> {
  if (!shape || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* unknownFields(shape.items, item, `${at}[]`);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const field = shape.fields.get(name);
    if (field) yield* unknownFields(field.shape, inner, `${at} ${name}`);
    else if (shape.entries) yield* unknownFields(shape.entries, inner, `${at} *`);
    else if (shape.fields.size > 0) yield `${at} ${name}`;
  }
}

function jsonType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
