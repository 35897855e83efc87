import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sized } from "../../test/effort.ts";
import { deriveKey, NotOpened, newRecipe, open, type Sealed, seal } from "./sealing.ts";

/** As the real thing, but quick: how slow it is doesn't matter here. */
const keyOf = (passphrase: string, salt = newRecipe(1)) => deriveKey(passphrase, salt);

/** Base64 with one byte changed. */
function changed(text: string, at: number): string {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const index = at % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return btoa(String.fromCharCode(...bytes));
}

describe("what is sealed under a passphrase", () => {
  test("opens with it, whatever it is, and is never the same twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), async (passphrase, text, about) => {
        const recipe = newRecipe(1);
        const sealed = await seal(await keyOf(passphrase, recipe), text, about);
        expect(await open(await keyOf(passphrase, recipe), sealed, about)).toBe(text);
        expect(await seal(await keyOf(passphrase, recipe), text, about)).not.toEqual(sealed);
      }),
      { numRuns: sized(20, 100) },
    );
  });

  test("opens with nothing else: no other passphrase, salt or place", async () => {
    const texts = fc.tuple(fc.string(), fc.string()).filter(([a, b]) => a.normalize("NFKC") !== b.normalize("NFKC"));
    await fc.assert(
      fc.asyncProperty(texts, fc.string(), async ([right, wrong], text) => {
        const recipe = newRecipe(1);
        const key = await keyOf(right, recipe);
        const sealed = await seal(key, text, right);
        await expect(open(await keyOf(wrong, recipe), sealed, right)).rejects.toThrow(NotOpened);
        await expect(open(await keyOf(right), sealed, right)).rejects.toThrow(NotOpened);
        await expect(open(key, sealed, wrong)).rejects.toThrow(NotOpened);
      }),
      { numRuns: sized(20, 100) },
    );
  });

  test("doesn't open once any of it was changed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.nat(), fc.constantFrom("iv", "data"), async (text, at, part) => {
        const key = await keyOf("right");
        const sealed: Sealed = await seal(key, text, "it");
        await expect(open(key, { ...sealed, [part]: changed(sealed[part], at) }, "it")).rejects.toThrow(NotOpened);
      }),
      { numRuns: sized(20, 100) },
    );
  });

  test("is the same passphrase, however its accents were typed", async () => {
    const recipe = newRecipe(1);
    expect(await keyOf("caf\u00e9", recipe)).toBe(await keyOf("cafe\u0301", recipe));
  });

  test("takes at least 600,000 rounds to guess once", () => {
    expect(newRecipe().iterations).toBeGreaterThanOrEqual(600_000);
    expect(newRecipe().salt).not.toBe(newRecipe().salt);
  });
});
