import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawing, fingerprint, iconFile, SIZES, SOURCE } from "../../scripts/icons/icons.ts";
import { sizeOf, textOf } from "../../scripts/icons/png.ts";

test.each(SIZES)("the icon of %i pixels is made of the drawing that is there", (size) => {
  const png = readFileSync(iconFile(size));
  expect(sizeOf(png)).toEqual({ width: size, height: size });
  // Else `npm run icons` was forgotten.
  expect(textOf(png, SOURCE)).toBe(fingerprint(drawing()));
});
