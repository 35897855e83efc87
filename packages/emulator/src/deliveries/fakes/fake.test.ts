import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { type FakeGenerator, fillIn, mergeFields } from "./fake.ts";

const GENERATOR: FakeGenerator = {
  object: () => undefined,
  texts: (fieldPath) => [fieldPath.at(-1) ?? "top"],
  number: () => 0,
  isIncluded: () => false,
};

/** Schemas of all kinds of JSON values. */
const schemas = fc.letrec<{ schema: z.ZodMiniType }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<z.ZodMiniType>(
      ...[z.string(), z.int(), z.number().check(z.gte(3)), z.number().check(z.gt(1), z.lt(2)), z.boolean(), z.null()],
      ...[z.literal("word"), z.literal(7), z.enum(["one", "other"]), z.string().check(z.regex(/^\d+$/)), z.unknown()],
      ...[z.iso.datetime(), z.iso.date(), z.email(), z.url(), z.uuid(), z.string().check(z.minLength(30))],
      ...[z.int().check(z.negative()), z.string().check(z.length(3)), z.string().check(z.maxLength(2))],
    ),
    tie("schema").map((inner) => z.nullable(inner)),
    tie("schema").map((inner) => z.array(inner)),
    tie("schema").map((inner) => z.array(inner).check(z.minLength(1))),
    tie("schema").map((inner) => z.record(z.string(), inner)),
    fc.tuple(tie("schema"), tie("schema")).map((options) => z.union(options)),
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.tuple(tie("schema"), fc.boolean()), { maxKeys: 4 })
      .map((fields) => {
        const shape = Object.entries(fields).map(([name, [field, isOptional]]) => [
          name,
          isOptional ? z.optional(field) : field,
        ]);
        return z.looseObject(Object.fromEntries(shape));
      }),
  ),
}));

describe("fillIn", () => {
  test("generates valid, deterministic JSON for any schema", () => {
    fc.assert(
      fc.property(schemas.schema, (schema) => {
        const generated = fillIn(schema, undefined, GENERATOR);
        expect(z.safeParse(schema, generated).success).toBe(true);
        expect(JSON.parse(JSON.stringify(generated ?? null))).toEqual(generated ?? null);
        expect(fillIn(schema, undefined, GENERATOR)).toEqual(generated);
        // A complete value is unchanged.
        expect(fillIn(schema, generated, GENERATOR)).toEqual(generated);
      }),
    );
  });

  test("keeps given values", () => {
    const Person = z.looseObject({ name: z.string(), age: z.int(), nick: z.optional(z.string()) });
    const schema = z.looseObject({
      owner: Person,
      others: z.array(Person),
      note: z.nullable(z.string()),
      kind: z.union([z.looseObject({ type: z.literal("a"), a: z.int() }), z.looseObject({ type: z.literal("b") })]),
    });
    expect(
      fillIn(schema, { owner: { age: 7, hat: true }, others: [{ name: "b" }], kind: { type: "b" } }, GENERATOR),
    ).toEqual({
      owner: { name: "name", age: 7, hat: true },
      others: [{ name: "b", age: 0 }],
      note: null,
      kind: { type: "b" },
    });
    // Invalid given values are not corrected silently.
    for (const invalid of [{ owner: null }, { owner: [] }, { others: {} }, { others: ["b"] }, { note: 1 }]) {
      expect(fillIn(schema, invalid, GENERATOR)).toMatchObject(invalid);
      expect(z.safeParse(schema, fillIn(schema, invalid, GENERATOR)).success).toBe(false);
    }
  });

  test("uses the first known enum value and real objects", () => {
    const Word = z.string().check(z.meta({ "x-extensible-enum": ["open", "closed"] }));
    const real = { login: "alice", id: 4, age: 30 };
    const generator: FakeGenerator = { ...GENERATOR, object: (names) => (names.includes("login") ? real : undefined) };
    const schema = z.looseObject({ state: Word, user: z.looseObject({ login: z.string(), id: z.int() }) });
    expect(fillIn(schema, {}, generator)).toEqual({ state: "open", user: { login: "alice", id: 4 } });
    expect(fillIn(schema, { user: { id: 5 } }, generator)).toEqual({ state: "open", user: { login: "alice", id: 5 } });
  });
});

test("mergeFields merges recursively unless the resources differ", () => {
  const base = { a: { x: 1, y: [1, 2] }, user: { login: "alice", id: 1 } };
  expect(mergeFields(base, { a: { y: [3], z: null }, b: undefined })).toEqual({
    ...base,
    a: { x: 1, y: [3], z: null },
  });
  expect(mergeFields(base, { user: { login: "bob" } })).toEqual({ ...base, user: { login: "bob" } });
  expect(mergeFields(base, { user: { id: 2 } })).toEqual({ ...base, user: { login: "alice", id: 2 } });
  expect(mergeFields(base, { user: null })).toEqual({ ...base, user: null });
});
