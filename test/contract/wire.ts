import {
  EDITIONS,
  type Edition,
  isSchema,
  isVerbatim,
  type ParsableResponseSpec,
  placeholdersOf,
} from "@forgehand/core/contract";
import { type Dialect, mediaType, wirePath } from "@forgehand/core/dialects";
import { type Entry, jsonSchemaOf, plainShape } from "./catalogue.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Field, Shape } from "./shape.ts";

/** An operation of the contract in a vendor's words. */
export interface WireOperation {
  readonly route: string;
  readonly editions: readonly Edition[];
  readonly path: ReadonlyMap<string, Field>;
  readonly query: ReadonlyMap<string, Field>;
  readonly body?: Shape;
  /** What each success status carries; undefined where the contract reads no JSON. */
  readonly success: ReadonlyMap<number, Shape | undefined>;
  readonly otherStatuses: readonly number[];
  /** Media types beside plain JSON, with what they carry. */
  readonly media: ReadonlyMap<string, Shape | undefined>;
}

export function wireOperation(dialect: Dialect, { operation, definition }: Entry): WireOperation {
  const { success, absent = {}, otherStatuses = [], media = {}, body, bodyNames = {} } = definition;
  const shape = (answer: ParsableResponseSpec) =>
    isSchema(answer) ? shapeOnWire(dialect, jsonSchemaOf(answer)) : undefined;
  const plain: Field = { required: true, shape: plainShape({ type: "string" }) };
  const typed = definition.path ? shapeOnWire(dialect, jsonSchemaOf(definition.path)).fields : new Map<string, Field>();
  const names = placeholdersOf(operation.path).map((name) => dialect.fields[name] ?? name);
  return {
    route: `${operation.method} ${wirePath(dialect, operation.path)}`,
    editions: definition.editions ?? EDITIONS,
    path: new Map(names.map((name) => [name, typed.get(name) ?? plain])),
    query: definition.query ? shapeOnWire(dialect, jsonSchemaOf(definition.query)).fields : new Map(),
    ...(body && { body: shapeOnWire(dialect, renamed(jsonSchemaOf(body), bodyNames)) }),
    success: new Map(Object.entries(success).map(([status, answer]) => [Number(status), shape(answer)])),
    otherStatuses: [...Object.keys(absent).map(Number), ...otherStatuses],
    media: new Map(
      Object.entries(media)
        .filter(([, answer]) => !isVerbatim(answer))
        .map(([name, answer]) => [mediaType(dialect, name), shape(answer)]),
    ),
  };
}

function shapeOnWire(dialect: Dialect, schema: JsonSchema): Shape {
  return plainShape(schemaOnWire(dialect, schema));
}

/** The same schema with the vendor's names in it. */
export function schemaOnWire(dialect: Dialect, schema: JsonSchema): JsonSchema {
  const inner = (part: JsonSchema) => schemaOnWire(dialect, part);
  const wired = renamed(schema, dialect.fields);
  const { properties, items, anyOf, oneOf, additionalProperties } = wired;
  const word = (value: string) => (schema["x-vendor-values"] ? (dialect.values[value] ?? value) : value);
  const words = schema["x-extensible-enum"];
  return {
    ...wired,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: inner(additionalProperties) }),
    ...(schema.enum && { enum: schema.enum.map((value) => (typeof value === "string" ? word(value) : value)) }),
    ...(typeof schema.const === "string" && { const: word(schema.const) }),
    ...(words && { "x-extensible-enum": words.map(word) }),
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
