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
});
