import { expect, test } from "vitest";
import { describeBounds, describeType, fieldRows, nameCell } from "./describe-schema.ts";

const linkTo = (object: string) => `<${object}>`;
const text = { type: "string" } as const;

test("describes the types that several schemas allow, without duplicates", () => {
  const schemas = [
    { type: "array", items: { $ref: "#/components/schemas/User" } } as const,
    { anyOf: [{ enum: ["a", "b"] }, { type: "null" as const }] },
    { enum: ["b", "c"] },
    { type: "string", format: "date-time" } as const,
    { type: "integer", "x-big-integer": true } as const,
    { anyOf: [text, { type: "object" as const, "x-other-kind": true }] },
  ];
  expect(describeType(schemas, linkTo)).toBe(
    "list of <User> or `a` or `b` or null or `c` or time or digits, as a string or string",
  );
});

test("describes bounds and default values", () => {
  expect(describeBounds({ type: "integer", minimum: 1, maximum: 9, default: 3 })).toEqual([
    "at least 1",
    "at most 9",
    "default `3`",
  ]);
  expect(describeBounds({ type: "array", minItems: 1, maxItems: 20 })).toEqual([
    "at least 1 entry",
    "at most 20 entries",
  ]);
});

test("a field that only some variants require is optional, and is listed after its parent", () => {
  const rows = fieldRows({
    type: "object",
    required: ["rules"],
    properties: {
      rules: {
        type: "array",
        items: {
          oneOf: [
            {
              type: "object",
              required: ["type"],
              properties: { type: text, at: { type: "object", properties: { x: text } } },
            },
            {
              type: "object",
              required: ["type", "by"],
              properties: { type: text, by: text, at: { type: "object", properties: { y: text } } },
            },
          ],
        },
      },
      name: text,
    },
  });
  expect(rows.map(({ name, required }) => [name, required])).toEqual([
    ["rules", true],
    ["rules[].type", true],
    ["rules[].at", false],
    ["rules[].at.x", false],
    ["rules[].at.y", false],
    ["rules[].by", false],
    ["name", false],
  ]);
  expect(nameCell("rules[].at", "?")).toBe("&emsp;`at?`");
});
