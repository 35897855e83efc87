import {
  alternativesFor,
  EDITIONS,
  type Edition,
  isSchema,
  type ParsableResponseSpec,
  placeholdersOf,
} from "@forgehand/core/contract";
import { type Dialect, mediaType, permissionNames, wirePath } from "@forgehand/core/dialects";
import { type CatalogEntry, jsonSchemaOf, plainShape } from "./catalog.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { SchemaShape, ShapeField } from "./schema-shape.ts";

/** An operation of the contract with the vendor's names. */
export interface WireOperation {
  readonly route: string;
  readonly editions: readonly Edition[];
  readonly path: ReadonlyMap<string, ShapeField>;
  readonly query: ReadonlyMap<string, ShapeField>;
  readonly body?: SchemaShape;
  /** Shape of each success status's body; undefined if the contract reads no JSON. */
  readonly success: ReadonlyMap<number, SchemaShape | undefined>;
  readonly otherStatuses: readonly number[];
  /** Accepted permissions, as a header lists them: `contents=write,workflows=write`. */
  readonly permissions: readonly string[];
  /** Media types other than plain JSON, with the shapes of their bodies. */
  readonly media: ReadonlyMap<string, SchemaShape | undefined>;
}

export function wireOperation(dialect: Dialect, { operation, definition }: CatalogEntry): WireOperation {
  const { success, absent = {}, otherStatuses = [], media = {}, body, bodyNames = {} } = definition;
  const shape = (spec: ParsableResponseSpec) => (isSchema(spec) ? shapeOnWire(dialect, jsonSchemaOf(spec)) : undefined);
  const textField: ShapeField = { required: true, shape: plainShape({ type: "string" }) };
  const typedFields = definition.path
    ? shapeOnWire(dialect, jsonSchemaOf(definition.path)).fields
    : new Map<string, ShapeField>();
  const names = placeholdersOf(operation.path).map((name) => dialect.fields[name] ?? name);
  return {
    route: `${operation.method} ${wirePath(dialect, operation.path)}`,
    editions: definition.editions ?? EDITIONS,
    path: new Map(names.map((name) => [name, typedFields.get(name) ?? textField])),
    query: definition.query ? shapeOnWire(dialect, jsonSchemaOf(definition.query)).fields : new Map(),
    // The public description has no body of uploads.
    ...(body && !definition.upload && { body: shapeOnWire(dialect, renamed(jsonSchemaOf(body), bodyNames)) }),
    success: new Map(Object.entries(success).map(([status, spec]) => [Number(status), shape(spec)])),
    otherStatuses: [...Object.keys(absent).map(Number), ...otherStatuses],
    permissions: alternativesFor(definition.access, "fine-grained").map((needs) =>
      needs
        .flatMap((need) =>
          "permission" in need ? `${permissionNames(dialect, need.permission).key}=${need.level}` : [],
        )
        .join(","),
    ),
    media: new Map(Object.entries(media).map(([name, spec]) => [mediaType(dialect, name), shape(spec)])),
  };
}

function shapeOnWire(dialect: Dialect, schema: JsonSchema): SchemaShape {
  return plainShape(schemaOnWire(dialect, schema));
}

/** Translates a schema to the vendor's names. */
export function schemaOnWire(dialect: Dialect, schema: JsonSchema): JsonSchema {
  const inner = (part: JsonSchema) => schemaOnWire(dialect, part);
  const renamedSchema = renamed(schema, dialect.fields);
  const { properties, items, anyOf, oneOf, additionalProperties } = renamedSchema;
  const toVendorValue = (value: string) => (schema["x-vendor-values"] ? (dialect.values[value] ?? value) : value);
  const extensibleValues = schema["x-extensible-enum"];
  return {
    ...renamedSchema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: inner(additionalProperties) }),
    ...(schema.enum && {
      enum: schema.enum.map((value) => (typeof value === "string" ? toVendorValue(value) : value)),
    }),
    ...(typeof schema.const === "string" && { const: toVendorValue(schema.const) }),
    ...(extensibleValues && { "x-extensible-enum": extensibleValues.map(toVendorValue) }),
  };
}

function renamed(schema: JsonSchema, names: Readonly<Record<string, string>>): JsonSchema {
  const { properties, required } = schema;
  const wire = (name: string) => names[name] ?? name;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [wire(name), part])),
    }),
    ...(required && { required: required.map(wire) }),
  };
}
