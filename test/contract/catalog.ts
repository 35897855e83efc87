import { definitionOf, type Operation, type ParsableDefinition } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import * as z from "zod/mini";
import { JsonSchema } from "./json-schema.ts";
import { type SchemaShape, type ShapeField, shapeOf } from "./schema-shape.ts";

/** An exported operation with its definition. */
export interface CatalogEntry {
  readonly name: string;
  readonly operation: Operation<never, unknown>;
  readonly definition: ParsableDefinition;
}

/** All operations that the core package exports. */
export const CATALOG: readonly CatalogEntry[] = Object.entries(operations).map(([name, operation]) => ({
  name,
  operation,
  definition: definitionOf(operation),
}));

const byRoute = new Map(CATALOG.map((entry) => [entry.operation.route, entry]));

/** Finds the operation of a route as GitHub's documentation writes it, where placeholders may contain hyphens. */
export function entryOf(method: string, path: string): CatalogEntry | undefined {
  return byRoute.get(`${method} ${path.replace(/\{[^}]+\}/g, (placeholder) => placeholder.replaceAll("-", "_"))}`);
}

/** Converts a schema of the contract to JSON Schema. */
export function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  return z.parse(JsonSchema, z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** Returns the shape of a schema without references. */
export function plainShape(schema: JsonSchema): SchemaShape {
  return shapeOf(schema, (reference) => {
    throw new Error(`Schemas of the contract must not be recursive, got a reference to ${reference}.`);
  });
}

/** Returns the fields of a query or body schema. */
export function inputFields(schema: z.ZodMiniType | undefined): ReadonlyMap<string, ShapeField> {
  return schema ? plainShape(jsonSchemaOf(schema)).fields : new Map();
}
