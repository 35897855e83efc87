import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fingerprint, ICON_SIZES, iconFile, readDrawing, SOURCE_KEYWORD } from "../../scripts/icons/icons.ts";
import { readSize, readText } from "../../scripts/icons/png.ts";

test.each(ICON_SIZES)("the %i pixel icon is rendered from the current drawing", (size) => {
  const png = readFileSync(iconFile(size));
  expect(readSize(png)).toEqual({ width: size, height: size });
  // Fails if `npm run icons` was not run after a change.
  expect(readText(png, SOURCE_KEYWORD)).toBe(fingerprint(readDrawing()));
});
