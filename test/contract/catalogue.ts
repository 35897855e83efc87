import { definitionOf, type Operation, type ParsableDefinition } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import * as z from "zod/mini";
import { JsonSchema } from "./json-schema.ts";
import { type Field, type Shape, shapeOf } from "./shape.ts";

/** One operation of the catalogue, with all that is known of it. */
export interface Entry {
  readonly name: string;
  readonly operation: Operation<never, unknown>;
  readonly definition: ParsableDefinition;
}

/** Everything that the catalogue exports. */
export const CATALOGUE: readonly Entry[] = Object.entries(operations).map(([name, operation]) => ({
  name,
  operation,
  definition: definitionOf(operation),
}));

const byRoute = new Map(CATALOGUE.map((entry) => [entry.operation.route, entry]));

/** The operation of a route as the documents write it: their placeholders may have hyphens. */
export function entryOf(method: string, path: string): Entry | undefined {
  return byRoute.get(`${method} ${path.replace(/\{[^}]+\}/g, (placeholder) => placeholder.replaceAll("-", "_"))}`);
}

/** A schema of the contract as JSON Schema: what may be sent, or what an answer may be. */
export function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  return z.parse(JsonSchema, z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** The shape of a schema that refers to no other. */
export function plainShape(schema: JsonSchema): Shape {
  return shapeOf(schema, (reference) => {
    throw new Error(`The contract has no schemas that contain themselves, but here is ${reference}.`);
  });
}

/** The fields that a query or a body takes. */
export function inputFields(schema: z.ZodMiniType | undefined): ReadonlyMap<string, Field> {
  return schema ? plainShape(jsonSchemaOf(schema)).fields : new Map();
}
