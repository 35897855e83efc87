import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../settings.ts";
import { readListing } from "./listing.ts";

describe.each(LANGUAGES)("the listing in %s", (language) => {
  const listing = readListing(language);

  test("is as long as the stores allow", () => {
    // Edge shows 45 characters of a name; it and Chrome cut a summary off at 132; Edge wants 250 to 10,000 of description.
    expect(listing.name.length).toBeLessThanOrEqual(45);
    expect(listing.summary.length).toBeLessThanOrEqual(132);
    const words = language === "ja" || language === "zh_CN" ? 1 : 3;
    expect(listing.description.length).toBeGreaterThanOrEqual(250 * words);
    expect(listing.description.length).toBeLessThanOrEqual(10_000);
  });

  test("says what the package itself says", () => {
    const manifest = JSON.parse(readFileSync(new URL(`../locales/${language}/manifest.json`, import.meta.url), "utf8"));
    expect(manifest).toMatchObject({ name: listing.name, description: listing.summary });
  });

  test("is plain text, with all that the English one tells", () => {
    expect(listing.description).not.toMatch(/[<>*_`#]|\]\(| {2}$/m);
    const shape = (text: string) => text.split("\n").map((line) => (line.startsWith("- ") ? "item" : line && "text"));
    expect(shape(listing.description)).toEqual(shape(readListing("en").description));
  });
});
