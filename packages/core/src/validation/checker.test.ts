import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../test/test-size.ts";
import { damaged, valuesOf } from "../contract/arbitrary.fixture.ts";
import { definitionOf, isSchema } from "../contract/definition-of.ts";
import { payloadSchema } from "../contract/events/event.ts";
import { EVENTS } from "../contract/events/index.ts";
import * as catalogue from "../contract/index.ts";
import { checkerOf } from "./checker.ts";
import { compileChecker } from "./compile-checker.ts";
import { interpreted } from "./interpreted.ts";

const responseSchemas = Object.values(catalogue).flatMap((operation) => {
  const { success, media = {} } = definitionOf(operation);
  return [...Object.values(success), ...Object.values(media)].flatMap((schema) => (isSchema(schema) ? schema : []));
});

const payloads = Object.values(EVENTS).map((event) => payloadSchema(event, null));

describe("checking a response", () => {
  test("agrees with parsing for every response and payload of the contract, valid and invalid", () => {
    for (const schema of new Set([...responseSchemas, ...payloads])) {
      const [check, compiled] = [checkerOf(schema), compileChecker(schema)];
      const values = valuesOf(schema);
      fc.assert(
        fc.property(fc.oneof(values, damaged(values)), (value) => {
          const { success } = z.safeParse(schema, value);
          expect([check(value), compiled(value)]).toEqual([success, success]);
        }),
        { numRuns: pickSize(4, 15) },
      );
    }
  });

  test("returns the value unchanged, including unknown fields", () => {
    for (const schema of new Set(responseSchemas)) {
      fc.assert(
        fc.property(valuesOf(schema), (value) => {
          expect(interpreted(schema, value)).toEqual({ data: z.parse(schema, value) });
        }),
        { numRuns: pickSize(1, 3) },
      );
    }
  });

  test.each([
    ["a pattern", z.string().check(z.regex(/^a/)), "abc", "cba"],
    ["a length", z.array(z.string()).check(z.maxLength(1)), ["a"], ["a", "b"]],
    ["a range", z.int().check(z.gte(1)), 1, 0],
    ["a strict object", z.strictObject({ a: z.string() }), { a: "" }, { a: "", b: 1 }],
    ["a record", z.record(z.string(), z.int()), { a: 1 }, { a: "1" }],
    ["a tuple", z.tuple([z.string(), z.int()]), ["a", 1], [1, "a"]],
    ["a required field of any value", z.looseObject({ a: z.unknown() }), { a: null }, {}],
    ["a field whose name contains quotes", z.looseObject({ '"]; \\': z.string() }), { '"]; \\': "" }, { '"]; \\': 1 }],
    [
      "enums and literals",
      z.looseObject({ a: z.enum(["b"]), c: z.literal([1, null]) }),
      { a: "b", c: null },
      { a: "b", c: 2 },
    ],
    ["a number with a fraction", z.array(z.number()), [0.5], [Number.POSITIVE_INFINITY]],
  ])("agrees with parsing for %s", (_, schema, valid, invalid) => {
    for (const check of [checkerOf(schema), compileChecker(schema)]) {
      expect([check(valid), check(invalid)]).toEqual([true, false]);
    }
  });

  test("reports the problem and its path", () => {
    const schema = z.looseObject({ users: z.array(z.looseObject({ login: z.string() })) });
    expect(interpreted(schema, { users: [{ login: "a" }, { login: 1 }] })).toEqual({
      at: "users.1.login",
      problem: "must be a string",
    });
  });
});
