import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { filled, type Maker, merged } from "./sample.ts";

const MAKER: Maker = {
  object: () => undefined,
  texts: (place) => [place.at(-1) ?? "top"],
  number: () => 0,
  tells: () => false,
};

/** Schemas of all that JSON has, as contracts write them. */
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
        const shape = Object.entries(fields).map(([name, [field, may]]) => [name, may ? z.optional(field) : field]);
        return z.looseObject(Object.fromEntries(shape));
      }),
  ),
}));

describe("a value is made up for any schema", () => {
  test("that fits it, is JSON, and is the same whenever it is made", () => {
    fc.assert(
      fc.property(schemas.schema, (schema) => {
        const made = filled(schema, undefined, MAKER);
        expect(z.safeParse(schema, made).success).toBe(true);
        expect(JSON.parse(JSON.stringify(made ?? null))).toEqual(made ?? null);
        expect(filled(schema, undefined, MAKER)).toEqual(made);
        // What is complete stays as it is.
        expect(filled(schema, made, MAKER)).toEqual(made);
      }),
    );
  });

  test("around what is given, which stays as it is", () => {
    const Person = z.looseObject({ name: z.string(), age: z.int(), nick: z.optional(z.string()) });
    const schema = z.looseObject({
      owner: Person,
      others: z.array(Person),
      note: z.nullable(z.string()),
      kind: z.union([z.looseObject({ type: z.literal("a"), a: z.int() }), z.looseObject({ type: z.literal("b") })]),
    });
    expect(
      filled(schema, { owner: { age: 7, hat: true }, others: [{ name: "b" }], kind: { type: "b" } }, MAKER),
    ).toEqual({
      owner: { name: "name", age: 7, hat: true },
      others: [{ name: "b", age: 0 }],
      note: null,
      kind: { type: "b" },
    });
    // What doesn't fit is not put right behind the caller's back.
    for (const wrong of [{ owner: null }, { owner: [] }, { others: {} }, { others: ["b"] }, { note: 1 }]) {
      expect(filled(schema, wrong, MAKER)).toMatchObject(wrong);
      expect(z.safeParse(schema, filled(schema, wrong, MAKER)).success).toBe(false);
    }
  });

  test("of the words that are known the first, and of real things what they are", () => {
    const Word = z.string().check(z.meta({ "x-extensible-enum": ["open", "closed"] }));
    const real = { login: "alice", id: 4, age: 30 };
    const maker: Maker = { ...MAKER, object: (names) => (names.includes("login") ? real : undefined) };
    const schema = z.looseObject({ state: Word, user: z.looseObject({ login: z.string(), id: z.int() }) });
    expect(filled(schema, {}, maker)).toEqual({ state: "open", user: { login: "alice", id: 4 } });
    expect(filled(schema, { user: { id: 5 } }, maker)).toEqual({ state: "open", user: { login: "alice", id: 5 } });
  });
});

test("what lies above is put over what lies below, field by field, unless it is something else", () => {
  const below = { a: { x: 1, y: [1, 2] }, who: { login: "alice", id: 1 } };
  expect(merged(below, { a: { y: [3], z: null }, b: undefined })).toEqual({ ...below, a: { x: 1, y: [3], z: null } });
  expect(merged(below, { who: { login: "bob" } })).toEqual({ ...below, who: { login: "bob" } });
  expect(merged(below, { who: { id: 2 } })).toEqual({ ...below, who: { login: "alice", id: 2 } });
  expect(merged(below, { who: null })).toEqual({ ...below, who: null });
});
