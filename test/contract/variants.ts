import type { SchemaShape, ShapeField } from "./schema-shape.ts";

/**
 * Merges several descriptions of the same values: allows what any of them allows and keeps all details. Schema names
 * are dropped because the sources no longer matter.
 */
export function mergeVariants(variants: readonly SchemaShape[]): SchemaShape {
  const options = [...new Set(variants)];
  // A boolean that is always true in one variant and always false in another can be either, so it is not an enum.
  const enumValues = options.flatMap(({ types, values }) => (types.has("boolean") ? [] : [...(values ?? [])]));
  const items = options.flatMap((option) => option.items ?? []);
  const entries = options.flatMap((option) => option.entries ?? []);
  return {
    types: new Set(options.flatMap(({ types }) => [...types])),
    ...(enumValues.length > 0 && { values: new Set(enumValues) }),
    limits: "",
    fields: mergeFields([...new Set(options.map(({ fields }) => fields))].filter(({ size }) => size > 0)),
    ...(items.length > 0 && { items: mergeVariants(items) }),
    ...(entries.length > 0 && { entries: mergeVariants(entries) }),
  };
}

/** A merged field is required only if all variants require it. */
function mergeFields(variants: readonly SchemaShape["fields"][]): Map<string, ShapeField> {
  const names = new Set(variants.flatMap((fields) => [...fields.keys()]));
  return new Map(
    [...names].map((name) => {
      const found = variants.map((fields) => fields.get(name));
      const shapes = found.flatMap((field) => field?.shape ?? []);
      return [name, { required: found.every((field) => field?.required), shape: mergeVariants(shapes) }];
    }),
  );
}

/**
 * Widens a shape so that it allows a real value. Fields that the value lacks become optional, and its types are added.
 */
export function widenToExample(shape: SchemaShape, value: unknown): SchemaShape {
  const type = jsonType(value);
  const types = shape.types.size > 0 ? new Set([...shape.types, type]) : shape.types;
  const { items } = shape;
  if (Array.isArray(value) && items) {
    return { ...shape, types, items: value.reduce<SchemaShape>(widenToExample, items) };
  }
  if (type !== "object" || shape.fields.size === 0) return { ...shape, types };
  const exampleFields = new Map(Object.entries(Object(value)));
  const fields = [...shape.fields].map(([name, field]): [string, ShapeField] => [
    name,
    exampleFields.has(name)
      ? { ...field, shape: widenToExample(field.shape, exampleFields.get(name)) }
      : { ...field, required: false },
  ]);
  return { ...shape, types, fields: new Map(fields) };
}

/** Lists the fields of a real value that a shape lacks. */
export function* unknownFields(shape: SchemaShape | undefined, value: unknown, at: string): Generator<string> {
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
