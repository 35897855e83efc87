import { expect, test } from "vitest";
import { fieldsOf, objectsOf } from "./read-json.ts";

test("reads fields of the expected types", () => {
  const fields = fieldsOf({ a: "x", b: 3, c: false, d: { e: "y" }, f: [{ g: 1 }, { g: 2 }] });
  expect([fields.text("a"), fields.integer("b"), fields.flag("c"), fields.object("d").text("e")]).toEqual([
    ...["x", 3, false, "y"],
  ]);
  expect(fields.objects("f").map((item) => item.integer("g"))).toEqual([1, 2]);
  expect(objectsOf([{ a: "x" }]).map((item) => item.text("a"))).toEqual(["x"]);
});

test.each([
  [() => fieldsOf(null), "The JSON must be an object."],
  [() => fieldsOf("x"), "The JSON must be an object."],
  [() => objectsOf({}), "The JSON must be a list."],
  [() => fieldsOf({ a: 1 }).text("a"), "The JSON.a must be a string."],
  [() => fieldsOf({ a: 1.5 }).integer("a"), "The JSON.a must be an integer."],
  [() => fieldsOf({}).flag("a"), "The JSON.a must be true or false."],
  [() => fieldsOf({}).text("toString"), "The JSON.toString must be a string."],
  [
    () =>
      fieldsOf({ a: [{ b: 1 }, { b: "x" }] })
        .objects("a")[0]
        ?.text("b"),
    "The JSON.a[0].b must be a string.",
  ],
  [() => fieldsOf({ a: [1] }).objects("a"), "The JSON.a[0] must be an object."],
])("rejects a field of another type: case %#", (read, message) => {
  expect(read).toThrow(message);
});
