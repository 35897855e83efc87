import { createClient, isInputError } from "@forgehand/core";
import { byRoute } from "@forgehand/core/by-route";
import {
  bigIntegerFields,
  isSchema,
  PERMISSIONS,
  placeholdersOf,
  quoteBigIntegers,
  unquoteBigIntegers,
} from "@forgehand/core/contract";
import { type DialectName, fromWire, github, svc, toWire } from "@forgehand/core/dialects";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { pickSize } from "../test-size.ts";
import { CATALOG, type CatalogEntry, jsonSchemaOf } from "./catalog.ts";
import type { JsonSchema } from "./json-schema.ts";

const DIALECTS = { github, svc };
const names: readonly DialectName[] = ["github", "svc"];

/** Generates values that have the shape of a schema. Rules beyond the shape are ignored. */
function arbitraryFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (alternatives.length > 0) return fc.oneof(...alternatives.map(arbitraryFor));
  if (schema["x-big-integer"]) return fc.bigInt({ min: 0n, max: 10n ** 18n }).map(String);
  const words = schema.enum ?? schema["x-extensible-enum"] ?? ("const" in schema ? [schema.const] : undefined);
  if (words && words.length > 0) return fc.constantFrom(...words);
  const types = [schema.type ?? []].flat();
  if (types.includes("array")) {
    const { minItems = 0, maxItems = minItems + 2 } = schema;
    return fc.array(arbitraryFor(schema.items ?? {}), {
      minLength: minItems,
      maxLength: Math.min(maxItems, minItems + 2),
    });
  }
  if (types.includes("object")) return arbitraryObject(schema);
  if (types.includes("string")) return fc.string({ minLength: 1, maxLength: 8 });
  if (types.includes("boolean")) return fc.boolean();
  return types.includes("null") ? fc.constant(null) : fc.integer({ min: 1, max: 100 });
}

function arbitraryObject({ properties = {}, required = [], additionalProperties, ...schema }: JsonSchema) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, arbitraryFor(field)]));
  const known = fc.record(fields, { requiredKeys: required });
  if (typeof additionalProperties !== "object" || Object.keys(additionalProperties).length === 0) return known;
  const key = schema["x-vendor-keys"]
    ? fc.constantFrom(...Object.keys(PERMISSIONS))
    : fc.stringMatching(/^k[a-z]{0,5}$/);
  const more = fc.dictionary(key, arbitraryFor(additionalProperties), { maxKeys: 3, noNullPrototype: true });
  return fc.tuple(more, known).map(([others, own]) => ({ ...others, ...own }));
}

/** Returns the schemas that an operation sends and reads as JSON. */
function schemasOf({ definition: { body, success } }: CatalogEntry): readonly z.ZodMiniType[] {
  return [...(body ? [body] : []), ...Object.values(success).filter(isSchema)];
}

/** Serializes a response as the service does. */
function serialize(dialect: DialectName, schema: z.ZodMiniType, value: unknown): string {
  return unquoteBigIntegers(JSON.stringify(toWire(DIALECTS[dialect], schema, value)), bigIntegerFields(schema));
}

/** Operations share schemas, so each schema is tested once. */
const schemas = new Set(CATALOG.flatMap(schemasOf));

describe("values are unchanged after a round trip over the wire", () => {
  test.each(names)("for all schemas in the dialect %s", (dialect) => {
    expect(schemas.size).toBeGreaterThan(150);
    for (const schema of schemas) {
      const value = arbitraryFor(jsonSchemaOf(schema));
      fc.assert(
        fc.property(value, (sample) => {
          const read: unknown = JSON.parse(
            quoteBigIntegers(serialize(dialect, schema, sample), bigIntegerFields(schema)),
          );
          expect(fromWire(DIALECTS[dialect], schema, read)).toEqual(sample);
        }),
        { numRuns: pickSize(2, 10) },
      );
    }
  });

  test.each(names)("through a client with the dialect %s", async (dialect) => {
    const testCalls = CATALOG.map(testCallFor).filter((testCall) => testCall !== undefined);
    expect(testCalls.length).toBeGreaterThan(30);
    let sent = 0;
    for (const { operation, definition, input, status, responseSchema } of testCalls) {
      await fc.assert(
        fc.asyncProperty(input, arbitraryFor(jsonSchemaOf(responseSchema)), async (generatedInput, sample) => {
          const bodies: unknown[] = [];
          const { call } = createClient({
            baseUrl: "https://forge.test",
            credentials: "of-no-known-kind",
            dialect,
            pace: "off",
            retry: false,
            cache: false,
            // Generated responses have the right shape but violate other rules of the schemas, such as text formats.
            validation: () => true,
            async fetch(_, init) {
              bodies.push(JSON.parse(String(init?.body)));
              return new Response(serialize(dialect, responseSchema, sample), { status });
            },
          });
          try {
            expect(await call(operation, generatedInput)).toEqual(sample);
          } catch (error) {
            if (isInputError(error)) return;
            throw error;
          }
          sent++;
          const { body, bodyNames = {} } = definition;
          if (!body) return;
          const [wire] = bodies;
          const back = Object.entries(Object(wire)).map(([name, field]) => [neutral(bodyNames, name), field]);
          expect(fromWire(DIALECTS[dialect], body, Object.fromEntries(back))).toEqual(fieldsIn(generatedInput, body));
        }),
        { numRuns: 3 },
      );
    }
    expect(sent).toBeGreaterThan(testCalls.length * 2);
  });
});

/** Creates the test calls of an operation with a request body and a JSON response; undefined for other operations. */
function testCallFor(entry: CatalogEntry) {
  const { definition } = entry;
  const operation = byRoute(entry.operation.route);
  const found = Object.entries(definition.success).find((response): response is [string, z.ZodMiniType] =>
    isSchema(response[1]),
  );
  if (!operation || !found || !definition.body) return undefined;
  const [status, responseSchema] = found;
  const pathArbitraries = Object.fromEntries(placeholdersOf(operation.path).map((name) => [name, fc.constant("name")]));
  const inputSchemas = [definition.path, definition.query, definition.body].flatMap((schema) => schema ?? []);
  const parts = [fc.record(pathArbitraries), ...inputSchemas.map((schema) => arbitraryFor(jsonSchemaOf(schema)))];
  const input = fc.tuple(...parts).map((fields): Record<string, unknown> => Object.assign({}, ...fields));
  return { operation, definition, input, status: Number(status), responseSchema };
}

function neutral(bodyNames: Readonly<Record<string, string>>, wire: string): string {
  return Object.entries(bodyNames).find(([, name]) => name === wire)?.[0] ?? wire;
}

function fieldsIn(input: Readonly<Record<string, unknown>>, body: z.ZodMiniObject): unknown {
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(body.shape, name)));
}
