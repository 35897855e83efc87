import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../settings.ts";
import { readListing } from "./read-listing.ts";

describe.each(LANGUAGES)("the store listing in %s", (language) => {
  const listing = readListing(language);

  test("has the length that stores require", () => {
    // Edge shows 45 characters of the name; Edge and Chrome truncate summaries at 132; Edge requires descriptions of
    // 250 to 10,000 characters.
    expect(listing.name.length).toBeLessThanOrEqual(45);
    expect(listing.summary.length).toBeLessThanOrEqual(132);
    const minimumFactor = language === "ja" || language === "zh_CN" ? 1 : 3;
    expect(listing.description.length).toBeGreaterThanOrEqual(250 * minimumFactor);
    expect(listing.description.length).toBeLessThanOrEqual(10_000);
  });

  test("matches the manifest's name and description", () => {
    const manifest = JSON.parse(readFileSync(new URL(`../locales/${language}/manifest.json`, import.meta.url), "utf8"));
    expect(manifest).toMatchObject({ name: listing.name, description: listing.summary });
  });

  test("is plain text with the structure of the English listing", () => {
    expect(listing.description).not.toMatch(/[<>*_`#]|\]\(| {2}$/m);
    const shape = (text: string) => text.split("\n").map((line) => (line.startsWith("- ") ? "item" : line && "text"));
    expect(shape(listing.description)).toEqual(shape(readListing("en").description));
  });
});
