import { expect, test } from "vitest";
import { sizeOf, textOf, withText } from "./png.ts";

/** One black pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

test("a PNG keeps a text, and its picture", () => {
  const told = withText(PIXEL, "Source", "somewhere");
  expect(textOf(told, "Source")).toBe("somewhere");
  expect(sizeOf(told)).toEqual({ width: 1, height: 1 });
  expect(told.length).toBe(PIXEL.length + 12 + "Source\0somewhere".length);
});

test("a PNG without one has none", () => {
  expect(textOf(PIXEL, "Source")).toBeUndefined();
  expect(textOf(withText(PIXEL, "Title", "x"), "Source")).toBeUndefined();
});
