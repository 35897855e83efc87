import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { pickSize } from "../../../../test/test-size.ts";
import { damaged, valuesOf } from "../contract/arbitrary.fixture.ts";
import { definitionOf, isSchema } from "../contract/definition-of.ts";
import { payloadSchema } from "../contract/events/declared-payloads.ts";
import { EVENTS } from "../contract/events/index.ts";
import * as catalogue from "../contract/index.ts";
import { describeIssue } from "../contract/schema-issue.ts";
import { compileSchema } from "./compile-schema.ts";
import { describeValueIssue } from "./describe-issue.ts";
import { findIssue } from "./find-issue.ts";
import { isMatch } from "./is-match.ts";

const declared = Object.values(catalogue).flatMap((operation) => {
  const { path, query, body, success, media = {} } = definitionOf(operation);
  return [path, query, body, ...Object.values(success), ...Object.values(media)].flatMap((schema) =>
    schema !== undefined && isSchema(schema) ? schema : [],
  );
});
const payloads = Object.values(EVENTS).map((event) => payloadSchema(event, null));

function byZod(schema: z.ZodMiniType, value: unknown) {
  const { success, error } = z.safeParse(schema, value);
  return success ? "valid" : describeIssue(error.issues[0], value, "the value");
}

function byData(schema: z.ZodMiniType, value: unknown) {
  const compiled = compileSchema(schema);
  return isMatch(compiled, value) ? "valid" : describeValueIssue(findIssue(compiled, value), value, "the value");
}

describe("a compiled schema", () => {
  test("agrees with zod, message for message, for every input, response and payload of the contract", () => {
    for (const schema of new Set([...declared, ...payloads])) {
      const values = valuesOf(schema);
      fc.assert(
        fc.property(fc.oneof(values, damaged(values)), (value) => {
          expect(byData(schema, value)).toEqual(byZod(schema, value));
        }),
        { numRuns: pickSize(10, 200) },
      );
    }
  });

  test.each([
    ["a pattern", z.string().check(z.regex(/^a/)), "abc", "cba"],
    ["a refinement", z.string().check(z.refine((text) => text.length === 1, "must be a letter")), "a", "ab"],
    ["a length", z.array(z.string()).check(z.maxLength(1)), ["a"], ["a", "b"]],
    ["a length of a text", z.string().check(z.minLength(2)), "ab", "a"],
    ["a range", z.int().check(z.gte(1), z.lte(5)), 5, 6],
    ["a strict object", z.strictObject({ a: z.string() }), { a: "" }, { a: "", b: 1 }],
    ["a record", z.record(z.string(), z.int()), { a: 1 }, { a: "1" }],
    ["a tuple", z.tuple([z.string(), z.int()]), ["a", 1], [1, "a"]],
    ["a date", z.iso.date(), "2026-01-31", "2026-02-31"],
    ["a required field of any value", z.looseObject({ a: z.unknown() }), { a: null }, {}],
    ["a field whose name contains quotes", z.looseObject({ '"]; \\': z.string() }), { '"]; \\': "" }, { '"]; \\': 1 }],
    [
      "enums and literals",
      z.looseObject({ a: z.enum(["b"]), c: z.literal([1, null]) }),
      { a: "b", c: null },
      { a: "b", c: 2 },
    ],
    ["a number with a fraction", z.array(z.number()), [0.5], [Number.POSITIVE_INFINITY]],
    ["integers that are exact", z.int(), Number.MAX_SAFE_INTEGER, 2 ** 60],
    ["members of a union with conditions", z.union([z.int().check(z.gte(1)), z.null()]), null, 0],
  ])("agrees with zod about %s", (_, schema, valid, invalid) => {
    for (const value of [valid, invalid, undefined, null, [], {}])
      expect(byData(schema, value)).toEqual(byZod(schema, value));
    expect([byData(schema, valid), byData(schema, invalid) === "valid"]).toEqual(["valid", false]);
  });
});
