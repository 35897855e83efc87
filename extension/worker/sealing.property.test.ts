import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../test/test-size.ts";
import { createKeyParams, deriveKey, type SealedText, seal, UnsealError, unseal } from "./sealing.ts";

/** Derives a key with a single iteration. */
const quickKey = (passphrase: string, keyParams = createKeyParams(1)) => deriveKey(passphrase, keyParams);

/** Returns Base64 data with one bit flipped. */
function flipBit(text: string, at: number): string {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const index = at % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return btoa(String.fromCharCode(...bytes));
}

describe("sealing", () => {
  test("can be reversed with the same passphrase, and differs each time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), async (passphrase, text, context) => {
        const keyParams = createKeyParams(1);
        const sealed = await seal(await quickKey(passphrase, keyParams), text, context);
        expect(await unseal(await quickKey(passphrase, keyParams), sealed, context)).toBe(text);
        expect(await seal(await quickKey(passphrase, keyParams), text, context)).not.toEqual(sealed);
      }),
      { numRuns: pickSize(20, 100) },
    );
  });

  test("cannot be reversed with another passphrase, salt or context", async () => {
    const texts = fc.tuple(fc.string(), fc.string()).filter(([a, b]) => a.normalize("NFKC") !== b.normalize("NFKC"));
    await fc.assert(
      fc.asyncProperty(texts, fc.string(), async ([right, wrong], text) => {
        const keyParams = createKeyParams(1);
        const key = await quickKey(right, keyParams);
        const sealed = await seal(key, text, right);
        await expect(unseal(await quickKey(wrong, keyParams), sealed, right)).rejects.toThrow(UnsealError);
        await expect(unseal(await quickKey(right), sealed, right)).rejects.toThrow(UnsealError);
        await expect(unseal(key, sealed, wrong)).rejects.toThrow(UnsealError);
      }),
      { numRuns: pickSize(20, 100) },
    );
  });

  test("detects changed data", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.nat(), fc.constantFrom("iv", "data"), async (text, at, part) => {
        const key = await quickKey("right");
        const sealed: SealedText = await seal(key, text, "it");
        await expect(unseal(key, { ...sealed, [part]: flipBit(sealed[part], at) }, "it")).rejects.toThrow(UnsealError);
      }),
      { numRuns: pickSize(20, 100) },
    );
  });

  test("treats differently encoded accents as the same passphrase", async () => {
    const keyParams = createKeyParams(1);
    expect(await quickKey("caf\u00e9", keyParams)).toBe(await quickKey("cafe\u0301", keyParams));
  });

  test("uses at least 600,000 iterations and random salts", () => {
    expect(createKeyParams().iterations).toBeGreaterThanOrEqual(600_000);
    expect(createKeyParams().salt).not.toBe(createKeyParams().salt);
  });
});
