import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateValue } from "./generate-value.ts";

const ALPHABETS = {
  hex: "0123456789abcdef",
  base64url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
  alphanumeric: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
} as const;

describe("a generated value", () => {
  const forms = ["hex", "base64url", "alphanumeric"] as const;

  test("has the given length and only characters of its alphabet", () => {
    fc.assert(
      fc.property(fc.constantFrom(...forms), fc.integer({ min: 8, max: 300 }), (form, length) => {
        const text = Buffer.from(generateValue({ form, length })).toString();
        expect(text).toHaveLength(length);
        for (const character of text) expect(ALPHABETS[form]).toContain(character);
      }),
    );
    expect(generateValue({ form: "bytes", length: 33 })).toHaveLength(33);
  });

  test.each(forms)("of form %s has uniformly distributed characters, including the last", (form) => {
    const counts = new Map<string, number>();
    const lastCharacters = new Set<string>();
    const rounds = 3000;
    for (let round = 0; round < rounds; round++) {
      const text = Buffer.from(generateValue({ form, length: 31 })).toString();
      lastCharacters.add(text.slice(-1));
      for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const size = ALPHABETS[form].length;
    const expected = (rounds * 31) / size;
    expect(lastCharacters.size).toBe(size);
    expect(counts.size).toBe(size);
    // Six standard deviations: a correct generator fails once in a billion runs.
    const tolerance = 6 * Math.sqrt(expected);
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(tolerance);
  });

  test("is never the same twice", () => {
    const values = Array.from({ length: 1000 }, () =>
      Buffer.from(generateValue({ form: "hex", length: 16 })).toString(),
    );
    expect(new Set(values).size).toBe(values.length);
  });
});
