import * as z from "zod/mini";
import { isMarked } from "../contract/schema.ts";
import { type Dialect, lookUp } from "../dialect/dialect.ts";
import { namedSchemas } from "./objects.ts";

/** A schema as JSON Schema writes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Schemas of the contract as JSON Schema, in a dialect's names. */
export interface Schemas {
  /** Those that have names, by name: the document's components. */
  readonly named: Readonly<Record<string, JsonSchema>>;
  /** One of those that were asked for: a reference where it has a name, else the schema itself. */
  readonly of: (schema: z.core.$ZodType) => JsonSchema;
}

const REF = "#/components/schemas/";

/**
 * Translates schemas, all at once, so that what has a name is written once.
 * @param asked what `of` will be called with
 */
export function translate(dialect: Dialect, asked: Iterable<z.core.$ZodType>): Schemas {
  const ids = new Map<z.core.$ZodType, string>();
  for (const [name, schema] of namedSchemas()) ids.set(schema, name);
  const names = new Set(ids.values());
  // No name has a dot in it.
  for (const schema of asked) if (!ids.has(schema)) ids.set(schema, `asked.${ids.size}`);

  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    // A default is the service's to apply: who calls may leave the field out.
    io: "input",
    uri: (id) => `${REF}${id}`,
    override: ({ zodSchema, jsonSchema }) => putOnWire(dialect, zodSchema, jsonSchema),
  });
  const byId = Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutHeading(schema)]));
  return {
    named: Object.fromEntries(Object.entries(byId).filter(([id]) => names.has(id))),
    of: (schema) => {
      const id = ids.get(schema) ?? "";
      return names.has(id) ? { $ref: `${REF}${id}` } : (byId[id] ?? {});
    },
  };
}

// In the document the place of a schema says both.
function withoutHeading({ $schema, $id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Makes of what zod says of one schema what travels: the dialect's names, integers as integers. */
function putOnWire(dialect: Dialect, schema: z.core.$ZodType, json: JsonSchema): void {
  if (schema._zod.def.type === "object") renameProperties(json, (name) => lookUp(dialect.fields, name) ?? name);
  if (isMarked(schema, "x-vendor-values")) renameValues(dialect, json);
  if (isMarked(schema, "x-exact")) {
    json.type = "integer";
    delete json.pattern;
  }
  // These are bounds of JavaScript, not of the service.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  // They say what was done here.
  delete json["x-vendor-values"];
  delete json["x-vendor-keys"];
}

function renameValues(dialect: Dialect, json: JsonSchema): void {
  const wire = (value: unknown) => (typeof value === "string" ? (lookUp(dialect.values, value) ?? value) : value);
  for (const key of ["enum", "x-extensible-enum"]) {
    const values = json[key];
    if (Array.isArray(values)) json[key] = values.map(wire);
  }
  for (const key of ["const", "default"]) if (key in json) json[key] = wire(json[key]);
}

/** Gives the properties of an object's schema other names, in place. */
export function renameProperties(json: JsonSchema, rename: (name: string) => string): void {
  const { properties, required } = json;
  if (properties) {
    json.properties = Object.fromEntries(Object.entries(properties).map(([name, field]) => [rename(name), field]));
  }
  if (required) json.required = required.map(rename);
}
