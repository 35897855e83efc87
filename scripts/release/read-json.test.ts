import { expect, test } from "vitest";
import { parseJson } from "./read-json.ts";

test("reads fields of the expected types", () => {
  const value = { a: "x", b: 3, c: false, d: { e: "y" }, f: [{ g: 1 }, { g: 2 }] };
  const example = { a: "", b: 0, c: true, d: { e: "" }, f: [{ g: 0 }] };
  expect(parseJson(JSON.stringify(value), example)).toEqual(value);
  expect(parseJson('[{ "a": "x" }]', [{ a: "" }])).toEqual([{ a: "x" }]);
  expect(parseJson('"x"', "")).toBe("x");
});

test.each([
  ["null", {}, "The JSON must be an object."],
  ['"x"', {}, "The JSON must be an object."],
  ["{}", [{}], "The JSON must be a list."],
  ['{ "a": 1 }', { a: "" }, "The JSON.a must be a string."],
  ['{ "a": 1.5 }', { a: 0 }, "The JSON.a must be an integer."],
  ["{}", { a: false }, "The JSON.a must be true or false."],
  ["{}", { toString: "" }, "The JSON.toString must be a string."],
  ['{ "a": [{ "b": 1 }, { "b": "x" }] }', { a: [{ b: "" }] }, "The JSON.a[0].b must be a string."],
  ['{ "a": [1] }', { a: [{}] }, "The JSON.a[0] must be an object."],
])("rejects %s, which has another form", (text, example, message) => {
  expect(() => parseJson<unknown>(text, example)).toThrow(message);
});
