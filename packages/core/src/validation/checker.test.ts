import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { sized } from "../../../../test/effort.ts";
import { damaged, valuesOf } from "../contract/arbitrary.fixture.ts";
import { definitionOf, isSchema } from "../contract/defined.ts";
import { payloadSchema } from "../contract/events/event.ts";
import { EVENTS } from "../contract/events/index.ts";
import * as catalogue from "../contract/index.ts";
import { checkerOf } from "./checker.ts";
import { compiledChecker } from "./checker-code.ts";
import { interpreted } from "./interpreted.ts";

const answers = Object.values(catalogue).flatMap((operation) => {
  const { success, media = {} } = definitionOf(operation);
  return [...Object.values(success), ...Object.values(media)].flatMap((answer) => (isSchema(answer) ? answer : []));
});

const payloads = Object.values(EVENTS).map((event) => payloadSchema(event, null));

describe("checking an answer", () => {
  test("says what parsing says, of every answer and payload of the contract, right and wrong", () => {
    for (const schema of new Set([...answers, ...payloads])) {
      const [check, compiled] = [checkerOf(schema), compiledChecker(schema)];
      const values = valuesOf(schema);
      fc.assert(
        fc.property(fc.oneof(values, damaged(values)), (value) => {
          const { success } = z.safeParse(schema, value);
          expect([check(value), compiled(value)]).toEqual([success, success]);
        }),
        { numRuns: sized(4, 15) },
      );
    }
  });

  test("passes on what came, as parsing does, with the fields that nobody knows", () => {
    for (const schema of new Set(answers)) {
      fc.assert(
        fc.property(valuesOf(schema), (value) => {
          expect(interpreted(schema, value)).toEqual({ data: z.parse(schema, value) });
        }),
        { numRuns: sized(1, 3) },
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
    ["a field with a name of quotes", z.looseObject({ '"]; \\': z.string() }), { '"]; \\': "" }, { '"]; \\': 1 }],
    [
      "words and flags",
      z.looseObject({ a: z.enum(["b"]), c: z.literal([1, null]) }),
      { a: "b", c: null },
      { a: "b", c: 2 },
    ],
    ["a number with a fraction", z.array(z.number()), [0.5], [Number.POSITIVE_INFINITY]],
  ])("says it of %s too", (_, schema, right, wrong) => {
    for (const check of [checkerOf(schema), compiledChecker(schema)]) {
      expect([check(right), check(wrong)]).toEqual([true, false]);
    }
  });

  test("says what is wrong, and where", () => {
    const schema = z.looseObject({ users: z.array(z.looseObject({ login: z.string() })) });
    expect(interpreted(schema, { users: [{ login: "a" }, { login: 1 }] })).toEqual({
      at: "users.1.login",
      problem: "is wrong: a string is expected",
    });
  });
});
