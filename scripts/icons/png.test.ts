import { expect, test } from "vitest";
import { addText, readSize, readText } from "./png.ts";

/** One black pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

test("addText adds a text and keeps the image", () => {
  const withSource = addText(PIXEL, "Source", "somewhere");
  expect(readText(withSource, "Source")).toBe("somewhere");
  expect(readSize(withSource)).toEqual({ width: 1, height: 1 });
  expect(withSource.length).toBe(PIXEL.length + 12 + "Source\0somewhere".length);
});

test("readText returns undefined if there is no text with the keyword", () => {
  expect(readText(PIXEL, "Source")).toBeUndefined();
  expect(readText(addText(PIXEL, "Title", "x"), "Source")).toBeUndefined();
});
